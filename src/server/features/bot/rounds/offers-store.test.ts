import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#domain/time.ts';
import { ownDatabase } from '#tests/database.ts';
import { addSeller } from '../tests/bot-database.fixture.ts';
import { countOffers, giveBackOffer, type OfferDay, takeOffer } from './offers-store.ts';

const test = ownDatabase();
const now = Date.parse('2026-11-28T12:00:00Z');
const dayOf = (date: number, isRolling = false): OfferDay => ({ date: addDays('2026-11-28', date), isRolling });

it('a day never has more offers than the seller wants, whatever is asked, refused, or changed, also after a move', async () => {
  const step = fc.record({
    date: fc.nat(2),
    isRolling: fc.boolean(),
    /** How many ask at the same time. */
    asks: fc.integer({ min: 1, max: 4 }),
    refused: fc.nat(2),
    mostADay: fc.integer({ min: 1, max: 5 }),
  });
  const { database } = test;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { userId } = await addSeller(database, { listings: 0, now });
      const counts = [0, 0, 0];
      for (const { date, isRolling, asks, refused, mostADay } of steps) {
        const day = dayOf(date, isRolling);
        const before = (counts[date] ?? 0) + (isRolling ? (counts[date - 1] ?? 0) : 0);
        const ask = () => database.transaction((tx) => takeOffer(tx, { userId, day, mostADay }));
        const taken: boolean[] = [];
        // The account lock lets one ask at a time. Within one day, the count alone would do.
        if (isRolling) for (let asked = 0; asked < asks; asked += 1) taken.push(await ask());
        else taken.push(...(await Promise.all(Array.from({ length: asks }, ask))));
        const given = taken.filter(Boolean).length;
        expect(given).toBe(Math.min(asks, Math.max(0, mostADay - before)));
        const back = Math.min(refused, given);
        for (let count = 0; count < back; count += 1) await giveBackOffer(database, userId, day);
        counts[date] = (counts[date] ?? 0) + given - back;
        expect(await countOffers(database, userId, dayOf(date))).toBe(counts[date]);
      }
    }),
    { numRuns: 40 },
  );
});
