import { describe, expect, it } from 'vitest';
import { createBreaker } from '#server/features/bot/breaker/breaker.ts';
import { silentLog } from '#tests/database.ts';
import { openBotWorld, settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('bots while the operator pauses all of them', () => {
  it('can be started but share nothing, say so, and continue without a burst when the pause ends', async () => {
    const held = await openBotWorld();
    try {
      const { userId, account } = await held.addSeller(3);
      const holding = held.make(undefined, true);
      const idler = await held.openWorker(holding);
      const started = await holding.start(userId, { ...settings, shareFrequency: 60, offerShippingDiscount: true });
      expect(started).toMatchObject({
        isRunning: true,
        heldByOperator: true,
        nextShareTime: null,
        nextRoundTime: null,
      });
      await held.pass(5 * hour);
      await holding.sendOffers(userId);
      expect(await held.journalOf(account)).toEqual([]);
      expect(await held.journalOf(account, 'offer')).toEqual([]);
      await held.closeWorker(idler);

      await held.openWorker();
      expect(await held.bot.status(userId)).not.toHaveProperty('heldByOperator');
      await held.pass(30 * minute);
      expect(await held.journalOf(account)).toHaveLength(3);
      await held.bot.stop(userId);
    } finally {
      await held.close();
    }
  });
});

describe('bots that the operator holds while they share', () => {
  it('finish the share in flight, wait in their round, send no offer, and go on with the rest and one round, not three, after the release', async () => {
    const world = await openBotWorld();
    try {
      const { userId, account } = await world.addSeller(5);
      let isHeld = false;
      const findHold = () => (isHeld ? { until: world.clock.now() + hour, reason: 'Moving house' } : null);
      const bot = world.make(undefined, false, { findHold });
      await world.openWorker(bot);
      await bot.start(userId, { ...settings, shareFrequency: 60, offerShippingDiscount: true });
      await world.passUntil(userId, ({ shareStatus }) => shareStatus.completedShares >= 2);
      isHeld = true;
      const before = (await world.journalOf(account)).length;
      await world.pass(3 * hour);
      await bot.sendOffers(userId);
      expect(await world.journalOf(account)).toHaveLength(before);
      expect(await world.journalOf(account, 'offer')).toEqual([]);
      expect(await bot.status(userId)).toMatchObject({
        state: 'sharing',
        heldByOperator: true,
        holdReason: 'Moving house',
        heldUntil: new Date(world.clock.now() + hour).toISOString(),
        nextShareTime: null,
        shareStatus: { completedShares: before, left: 5 - before },
      });
      isHeld = false;
      await world.pass(30 * minute);
      const shared = (await world.journalOf(account)).map(({ listingId }) => listingId);
      expect(new Set(shared.slice(0, 5)).size).toBe(5);
      expect(shared).toHaveLength(10);
      await bot.stop(userId);
    } finally {
      await world.close();
    }
  });
});

describe('bots while the disk is full', () => {
  it('write and send nothing, say why, and continue when there is room', async () => {
    const world = await openBotWorld();
    try {
      const { userId, account } = await world.addSeller(3);
      let isFull = true;
      const waiting = world.make(undefined, false, { isDiskFull: () => isFull });
      await world.openWorker(waiting);
      expect(await waiting.start(userId, { ...settings, shareFrequency: 60 })).toMatchObject({
        isRunning: true,
        heldBecause: 'disk',
        nextShareTime: null,
      });
      await world.pass(5 * minute);
      expect(await world.journalOf(account)).toEqual([]);
      isFull = false;
      await world.pass(5 * minute);
      expect(await world.journalOf(account)).toHaveLength(3);
      await waiting.stop(userId);
    } finally {
      await world.close();
    }
  });
});

describe('bots while the marketplace refuses many sellers', () => {
  it('pause all together at the twentieth seller within ten minutes, also in other processes, and go on by themselves', async () => {
    const world = await openBotWorld();
    const { database, clock } = world;
    const breaker = createBreaker({ database, clock, log: silentLog });
    const other = createBreaker({ database, clock, log: silentLog });
    try {
      const refuse = async (count: number, reason: 'human_check' | 'session_expired' = 'human_check') => {
        for (let n = 0; n < count; n++) {
          const seller = await world.addUser();
          await breaker.note(database, { userId: seller, practice: true, reason });
        }
      };
      await refuse(19);
      // The trouble of the sellers themselves does not count.
      await refuse(5, 'session_expired');
      expect(breaker.heldUntil(true)).toBeNull();
      await world.pass(10 * minute + 1000);
      await refuse(19);
      expect(breaker.heldUntil(true)).toBeNull();

      const { userId, account } = await world.addSeller(3);
      await refuse(1);
      expect(breaker.heldUntil(true)).toBe(clock.now() + 15 * minute);
      expect(breaker.heldUntil(false)).toBeNull();
      expect(other.heldUntil(true)).toBeNull();
      await other.look();
      expect(other.heldUntil(true)).toBe(breaker.heldUntil(true));

      await world.openWorker();
      await world.bot.start(userId, { ...settings, shareFrequency: 60 });
      const held = await world.passUntil(userId, ({ state }) => state === 'paused');
      expect(held).toMatchObject({
        pauseReason: 'marketplace_unavailable',
        pauseMessage: expect.stringContaining('refusing many sellers of this site'),
      });
      expect(await world.journalOf(account)).toEqual([]);
      await world.pass(20 * minute);
      expect(await world.journalOf(account)).toHaveLength(3);
      await world.bot.stop(userId);
    } finally {
      await world.close();
    }
  });
});
