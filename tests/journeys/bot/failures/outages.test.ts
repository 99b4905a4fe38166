import { beforeAll, describe, expect, it } from 'vitest';
import { botJourney } from '../bot-journey.ts';
import type { BotWorld } from '../bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: BotWorld;
const { arrive, accepted, inRound, noticesTo, paused, untilMorning } = botJourney();
beforeAll(async () => {
  world = await arrive();
});

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
