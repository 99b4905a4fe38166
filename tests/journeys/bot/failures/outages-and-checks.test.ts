import { afterEach, describe, expect, it } from 'vitest';
import { botJourney } from '../bot-journey.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, accepted, inRound, noticesTo, paused, untilMorning } = botJourney();

describe('outages of the marketplace', () => {
  it.each(['E13', 'reset', 'timeout'])('%s: unknown, counted, shown, and not sent again in the round', async (kind) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { after: 1 });
    await begin();
    const status = await world.passUntil(userId, ({ state }) => state === 'waiting');
    expect(status).toMatchObject({ sharesToday: 6, unknownToday: 1, totalShares: 5 });
    const sent = (await world.journalOf(account)).map(({ listingId }) => listingId);
    expect(new Set(sent).size).toBe(sent.length);
    expect(await world.entries(userId, 'SHARE_UNKNOWN')).toHaveLength(1);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe('5 of 6 listings shared, 1 not confirmed');
  });

  it('confirmed, not confirmed, refused, and left always add up, in the status, the day, and the plan', async () => {
    await untilMorning();
    const { userId, account, begin } = await inRound(12);
    await world.fault('share', 'E12', { after: 2 });
    await world.fault('share', 'E1', { after: 4 });
    await begin();
    const agree = async () => {
      const { today, last24Hours, shareStatus, sharesToday, unknownToday } = await world.bot.status(userId);
      const { completedShares, notConfirmed, refused, left, totalListings } = shareStatus;
      expect(completedShares + notConfirmed + refused + left).toBe(totalListings);
      expect({ confirmed: completedShares, notConfirmed, refused }).toEqual(today);
      expect(last24Hours).toEqual(today);
      expect([sharesToday, unknownToday]).toEqual([today.confirmed + today.notConfirmed, today.notConfirmed]);
      const [day] = (await world.bot.timeline(userId, 1)).days;
      expect(day?.shares).toBe(sharesToday);
      const rounds = day?.rounds ?? [];
      expect(rounds[0]).toMatchObject({ shares: completedShares, notConfirmed, refused });
      const planned = rounds.slice(1).reduce((sum, round) => sum + round.planned, 0);
      expect(day?.expected).toBe(sharesToday + left + planned);
    };
    for (const made of [1, 4, 7]) {
      await world.passUntil(userId, ({ today }) => today.confirmed === made);
      await agree();
    }
    await world.passUntil(userId, ({ state }) => state === 'waiting');
    await agree();
    expect((await world.bot.status(userId)).today).toEqual({ confirmed: 10, notConfirmed: 1, refused: 1 });
    expect(await accepted(account)).toHaveLength(10);
  });

  it('maintenance (E11) with Retry-After: the next try waits for it', async () => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', 'E11', { after: 1, retryAfter: 120 });
    await begin();
    await world.passUntil(userId, ({ unknownToday }) => unknownToday === 1);
    const failedAt = world.clock.now();
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 6);
    const third = (await world.journalOf(account))[2];
    expect(Date.parse(third?.at ?? '') - failedAt).toBeGreaterThanOrEqual(119_000);
  });

  it('a long outage: waits of 2, 8, and 30 seconds, then 5, 15, and 60 minutes, and the bot continues on its own', async () => {
    await untilMorning();
    const { userId, account, begin } = await inRound(30);
    await world.fault('share', 'E12', { times: 6 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'marketplace_unavailable', unknownToday: 4 });
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 30, 6 * hour);
    const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
    const gaps = times.slice(1, 7).map((at, index) => at - (times[index] ?? 0));
    for (const [index, least] of [2_000, 8_000, 30_000, 5 * minute, 15 * minute, hour].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(least);
    }
    expect(await world.bot.status(userId)).toMatchObject({ unknownToday: 6, totalShares: 24 });
    expect(noticesTo(userId)).toEqual([]);
  });

  it('one seller’s failures do not affect another’s bot', async () => {
    const troubled = await inRound();
    const calm = await inRound();
    await world.command('POST', 'human-check', { account: troubled.account, on: true });
    await troubled.begin();
    await calm.begin();
    await world.passUntil(calm.userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 6);
    expect(await world.bot.status(troubled.userId)).toMatchObject({ pauseReason: 'human_check' });
  });
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
