import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { botJourney } from '../bot-journey.ts';
import type { BotWorld } from '../bot-world.ts';

const hour = 3_600_000;

let world: BotWorld;
const { arrive, inRound, noticesTo, paused } = botJourney();
beforeAll(async () => {
  world = await arrive();
});
afterEach(() => world.database.query('drop function if exists all_or_nothing cascade'));

/** A kill may follow any commit, so none of what belongs together may be visible without the rest. */
const refuse = (which: string) =>
  world.database.query(
    `create or replace function all_or_nothing() returns trigger language plpgsql as $$ begin
       if ${which} then raise exception 'a human check without its pause'; end if;
       return null;
     end $$`,
  );
const watch = async (...tables: string[]) => {
  for (const table of tables)
    await world.database.query(
      `create constraint trigger all_or_nothing after update on ${table} deferrable initially deferred
       for each row execute function all_or_nothing()`,
    );
};
const closetDiffers = `exists (
  select from bots b join closets c on c.user_id = b.user_id
  where b.user_id = new.user_id and (b.state = 'paused') <> (c.state = 'connection_issue')
)`;

describe('human checks by the marketplace', () => {
  it.each(['E4', 'E6'])('human check (%s): no further write before the seller says done', async (kind) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { after: 2, account });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'human_check', sharesToday: 2 });
    await world.pass(3 * hour);
    expect(await world.journalOf(account)).toHaveLength(3);
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'connection_issue', reason: 'human_check' });
    const mail = world.waiting.find(({ name }) => name === 'mail.send');
    expect(mail?.payload).toMatchObject({ text: expect.stringContaining('verify you’re human') });
    const { pauseMessage: body, pausedAt } = await world.bot.status(userId);
    const notice = { event: 'needs', title: 'Your bot is paused and needs you', body, at: Date.parse(pausedAt ?? '') };
    expect(noticesTo(userId)).toMatchObject([notice]);

    await world.bot.resume(userId);
    const done = await world.roundOver(userId);
    expect(done).toMatchObject({ shareStatus: { completedShares: 5, totalListings: 6 }, limitReason: 'gentle' });
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready' });
    expect(await world.entries(userId, 'BOT_RESUMED')).toHaveLength(1);
  });

  it('a human check is stored in one transaction: outcome, limit update, pause, and its reason in the closet, and so is its end', async () => {
    const { userId, account, begin } = await inRound();
    await refuse(`${closetDiffers} or exists (
      select from bots b where b.state = 'sharing' and (
        jsonb_array_length(b.backoff -> 'humanChecks') > 0
        or exists (select from share_attempts s where s.user_id = b.user_id and s.evidence like 'human_check%')
      )
    )`);
    await watch('bots', 'share_attempts');
    await world.fault('share', 'E4', { after: 2, account });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'human_check', sharesToday: 2, unknownToday: 0 });
    expect(await world.journalOf(account)).toHaveLength(3);
    expect(await world.entries(userId, 'SHARE_FAILED')).toHaveLength(1);
    await refuse('false');
    await world.bot.resume(userId);
    // Only a write shows that the check is done.
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'connection_issue' });
    await world.roundOver(userId);
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready' });
  });

  it.each(['a price change', 'a reading', 'a search'])(
    'a human check in %s is stored in one transaction with its pause',
    async (by) => {
      const { userId, account, begin } = await inRound();
      await begin();
      if (by === 'a reading') await world.roundOver(userId);
      else await world.sharesMade(userId, 2);
      await refuse(closetDiffers);
      await watch('bots', 'closets');
      const operations: Readonly<Record<string, string>> = { 'a reading': 'closet', 'a search': 'search' };
      await world.fault(operations[by] ?? 'update', 'E4', { times: -1, account });
      if (by === 'a reading') await world.pass(5 * hour);
      else if (by === 'a search') await world.closet.search(userId, { words: 'jeans', status: 'available' });
      else {
        const [listing] = await world.listings.list(userId);
        const change = { listingId: listing?.id ?? '', newPrice: (listing?.price ?? 0) + 1 };
        expect((await world.bulkPrices(userId, [change])).failed).toMatchObject([{ error: 'human_check_required' }]);
      }
      expect(await world.bot.status(userId)).toMatchObject({ state: 'paused', pauseReason: 'human_check' });
      expect(noticesTo(userId)).toMatchObject([{ event: 'needs' }]);
      // The bot is paused before it meets the check itself.
      await world.pass(10_000);
      const { length } = await world.journalOf(account);
      await world.pass(hour);
      expect(await world.journalOf(account)).toHaveLength(length);
    },
  );
});
