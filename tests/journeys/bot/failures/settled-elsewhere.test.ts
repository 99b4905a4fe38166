// A pause whose reason the seller settles elsewhere is over: the bot goes on by itself, and says so. What a pause card offers works.
import { describe, expect, it } from 'vitest';
import { tryAfterCheck } from '#server/features/bot/http.ts';
import { failureOf } from '../../closet/closet-journey.ts';
import { botJourney } from '../bot-journey.ts';

const { world, answerOf, accepted, inRound, paused, start } = botJourney();

type Seller = { userId: string; account: string; password: string };
const link = ({ userId, account: username, password }: Seller) =>
  world.closet.linkWithPassword(userId, { username, password, keepPassword: true });

/** The session ends in the middle of a round, and Hangtag has no password to sign in with. */
async function signedOut() {
  const seller = await inRound();
  const { rows } = await world.database.query<{ credentials: string }>(
    'select credentials from closets where user_id = $1',
    [seller.userId],
  );
  await world.database.query('update closets set credentials = null where user_id = $1', [seller.userId]);
  await seller.begin();
  await world.sharesMade(seller.userId, 2);
  await world.command('POST', 'sessions/expire', { account: seller.account });
  expect(await paused(seller.userId)).toMatchObject({ pauseReason: 'session_expired', sharesToday: 2 });
  const issue = { state: 'connection_issue', reason: 'session_expired' };
  expect(await world.closet.authStatus(seller.userId)).toMatchObject(issue);
  expect((await failureOf(world.bot.resume(seller.userId))).code).toBe('session_rejected');
  return { ...seller, credentials: rows[0]?.credentials ?? '' };
}

async function goesOn({ userId, account }: Seller) {
  expect(await world.entries(userId, 'BOT_RESUMED')).toMatchObject([{ details: 'Your closet is connected again' }]);
  await world.roundOver(userId);
  expect(await accepted(account)).toHaveLength(6);
}

describe('a bot that is paused', () => {
  it.each(['link', 'import', 'test', 'sync'] as const)(
    'because the session ended goes on after a %s that signs in',
    async (by) => {
      const seller = await signedOut();
      const { userId, account: username, password } = seller;
      if (by === 'link') expect(await link(seller)).toMatchObject({ isResuming: true });
      else if (by === 'import') {
        const cookies = await world.browserCookies(username, password);
        expect(await world.closet.importSession(userId, cookies)).toMatchObject({ isResuming: true });
      } else {
        await world.database.query('update closets set credentials = $2 where user_id = $1', [
          userId,
          seller.credentials,
        ]);
        await (by === 'test' ? world.closet.testAuth(userId) : world.listings.sync(userId));
      }
      await goesOn(seller);
      expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready' });
    },
  );

  it('because the password was refused goes on when the right one is saved', async () => {
    const seller = await inRound();
    await seller.begin();
    await world.sharesMade(seller.userId, 2);
    await world.command('POST', 'sessions/expire', { account: seller.account });
    await world.fault('login', 'E8a');
    expect(await paused(seller.userId)).toMatchObject({ pauseReason: 'credentials_rejected' });
    const { lastTestedAt, lastTestPassed } = await world.closet.authStatus(seller.userId);
    // The sign-in that failed was no test of the seller's.
    expect({ isTested: lastTestedAt !== null, lastTestPassed }).toEqual({ isTested: true, lastTestPassed: true });
    await link(seller);
    await goesOn(seller);
  });

  it('because a code is required goes on when the code is entered', async () => {
    const seller = await inRound();
    await world.fault('share', 'E14', { after: 2 });
    await seller.begin();
    expect(await paused(seller.userId)).toMatchObject({ pauseReason: 'code_required' });
    await world.command('POST', 'config', { otpRequired: true });
    await world.closet.requestCode(seller.userId);
    const { code } = (await world.command('GET', `otp?account=${seller.account}`)) as { code: string };
    expect(await world.closet.verifyCode(seller.userId, code)).toMatchObject({ isResuming: true });
    await world.command('POST', 'config', { otpRequired: false });
    await world.roundOver(seller.userId);
    expect(await world.entries(seller.userId, 'BOT_RESUMED')).toHaveLength(1);
  });

  it('because the seller must wait stays paused when the closet is connected again', async () => {
    const seller = await inRound();
    await world.fault('share', 'E7', { after: 2 });
    await seller.begin();
    expect(await paused(seller.userId)).toMatchObject({ pauseReason: 'rate_limited' });
    expect((await link(seller)).isResuming).toBeFalsy();
    expect(await world.bot.status(seller.userId)).toMatchObject({ state: 'paused' });
  });
});

it('an outage of the marketplace may be tried at once on the seller’s word, who reads what was found', async () => {
  const seller = await inRound();
  await world.fault('share', 'E11', { after: 1, retryAfter: 7_200 });
  await seller.begin();
  expect(await paused(seller.userId)).toMatchObject({ pauseReason: 'marketplace_unavailable' });
  await world.fault('self', 'E11');
  expect(await failureOf(world.bot.resume(seller.userId))).toMatchObject({ code: 'marketplace_unavailable' });
  expect(await world.bot.status(seller.userId)).toMatchObject({ state: 'paused' });
  expect(await world.bot.resume(seller.userId)).toMatchObject({ state: 'sharing' });
  await world.roundOver(seller.userId);
  expect(await accepted(seller.account)).toHaveLength(5);
});

describe('a human check', () => {
  /** What a test of the connection answers. */
  async function test(userId: string): Promise<string> {
    const { isCheckOpen } = await world.closet.testAuth(userId);
    if (!isCheckOpen) return 'passed';
    const { bot, closet } = world;
    return answerOf((clock) =>
      tryAfterCheck({ bot, closet, clock }, userId).then(
        () => 'passed',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      ),
    );
  }

  it('that is still open is no other check, and a test of the connection is not green before a share shows it', async () => {
    const { userId, account, begin } = await inRound();
    await world.command('POST', 'human-check', { account, on: true });
    await begin();
    await paused(userId);
    expect(await test(userId)).toMatch(/^human_check_required: The check is still open at the practice marketplace\./);
    const open = { state: 'connection_issue', reason: 'human_check', isAuthenticated: false, lastTestPassed: false };
    expect(await world.closet.authStatus(userId)).toMatchObject(open);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'paused', pauseReason: 'human_check' });

    await world.command('POST', 'human-check', { account, on: false });
    expect(await test(userId)).toBe('passed');
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready' });
    await world.roundOver(userId);
    expect(await accepted(account)).toHaveLength(4);
  });

  it('doesn’t keep the seller from starting the bot, whose first share shows whether it is done', async () => {
    const { userId, account, begin } = await inRound();
    await world.command('POST', 'human-check', { account, on: true });
    await begin();
    await paused(userId);
    await world.bot.stop(userId);
    expect(await test(userId)).toMatch(/^human_check_required: You’re signed in, but only a share .* press Start Bot/);
    await world.command('POST', 'human-check', { account, on: false });
    await start(userId);
    await world.roundOver(userId);
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready' });
  });

  it('of a stopped bot is tried by the next price change, once each time that the seller says it is done', async () => {
    const { userId, account, begin } = await inRound();
    await world.command('POST', 'human-check', { account, on: true });
    await begin();
    await paused(userId);
    await world.bot.stop(userId);
    const [one, two] = await world.listings.list(userId);
    const change = () =>
      world.bulkPrices(
        userId,
        [one, two].map((listing) => ({ listingId: listing?.id ?? '', newPrice: (listing?.price ?? 0) + 1 })),
      );
    const writes = async () => (await world.journalOf(account, 'update')).length;
    expect((await failureOf(change())).code).toBe('human_check_required');
    expect(await writes()).toBe(0);

    expect(await test(userId)).toMatch(/^human_check_required: You’re signed in, but only a share or a price change /);
    const open = { state: 'connection_issue', reason: 'human_check', isAuthenticated: false, lastTestPassed: false };
    expect(await world.closet.authStatus(userId)).toMatchObject({
      ...open,
      message: expect.stringMatching(/Change a price or press Start Bot/),
    });
    // Still open: one call meets it, and the rest isn't sent.
    expect((await change()).failed.map(({ error }) => error)).toEqual(['human_check_required', 'human_check_required']);
    expect(await writes()).toBe(1);
    expect((await failureOf(change())).code).toBe('human_check_required');
    expect(await writes()).toBe(1);

    await world.command('POST', 'human-check', { account, on: false });
    await test(userId);
    expect((await change()).failed).toEqual([]);
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready', isAuthenticated: true });
    expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped' });

    // Three tries a day, as for a paused bot.
    await world.closet.noteConnectionIssue(world.database, { userId, reason: 'human_check', message: 'Again.' });
    expect(await test(userId)).toMatch(/Change a price or press Start Bot/);
    expect(await test(userId)).toMatch(/three times today/);
  });
});
