import { describe, expect, it } from 'vitest';
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
