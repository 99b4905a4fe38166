import { expect, it } from 'vitest';
import type { BotStatus } from '#contract/bot/bot.ts';
import { seeded } from '#domain/random/seeded.ts';
import { companionJourney } from './companion-world.ts';
import type { Fate } from './scripted-companion.ts';

// The long version: `INTERRUPTIONS=50 npx vitest run tests/journeys/companion/interruptions.test.ts`.
const moments = Number(process.env.INTERRUPTIONS ?? 4);
const size = moments > 4 ? moments * 7 : 24;

const { linked, passUntil, world } = companionJourney();

it(
  'shares no listing twice in a round, whatever is cut at seeded moments',
  async () => {
    const random = seeded(11);
    const { api, companion, username } = await linked(size);
    const fates: Fate[] = ['cut', 'refuse', 'lose', 'cut'];
    while (fates.length < moments) fates.push((['cut', 'refuse', 'lose'] as const)[Math.floor(random() * 3)] ?? 'cut');
    const ahead = [...fates];
    let inARow = 0;
    let lastRefused = '';
    /** A listing is tried twice, and then waits for the next round. */
    let refusedTwice = 0;
    companion.decide = ({ method, path }) => {
      // A fourth failure in a row would pause the bot for minutes.
      const isStruck = method === 'PUT' && random() <= 0.2 && inARow < 2;
      if (method === 'PUT') inARow = isStruck && ahead.length > 0 ? inARow + 1 : 0;
      const fate = isStruck ? (ahead.shift() ?? 'carry') : 'carry';
      if (fate === 'refuse' && lastRefused === path) refusedTwice += 1;
      if (method === 'PUT') lastRefused = fate === 'refuse' ? path : '';
      return fate;
    };
    await api.bot.start({ body: { offerShippingDiscount: false } });
    const isDone = ({ state, shareStatus }: BotStatus) => state === 'waiting' && shareStatus.left === 0;
    await passUntil(api.bot.status, isDone, 60_000 + moments * 12_000);
    expect(ahead).toEqual([]);
    const shared = (await world.journalOf(username)).map(({ listingId }) => listingId);
    expect(new Set(shared).size).toBe(shared.length);
    // One unknown share for each that was cut or lost, and each counts. The one that never began was made up for.
    const { shareStatus, sharesToday } = await api.bot.status();
    const count = (fate: Fate) => fates.filter((one) => one === fate).length;
    const unknown = count('cut') + count('lose');
    const confirmed = size - unknown - refusedTwice;
    expect(shareStatus).toMatchObject({ notConfirmed: unknown, completedShares: confirmed, refused: refusedTwice });
    expect(sharesToday).toBe(size - refusedTwice);
    expect(shared).toHaveLength(size - count('lose') - refusedTwice);
    if (moments > 4)
      console.log(JSON.stringify({ moments, size, unknown, refused: count('refuse'), shared: shared.length }));
  },
  80_000 + moments * 15_000,
);
