// `npm run bench -- advice DATA_DIR` judges advice: whether raises and cuts balance in closets of unseen listings, and how often
// prices outside the usual range were rightly kept. Offline and deterministic.

import path from 'node:path';
import { advise } from '#domain/pricing/advice/advice.ts';
import { placePrice } from '#domain/pricing/advice/position.ts';
import { stepDown } from '#domain/pricing/advice/steps.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing } from '#domain/pricing/fit/fit.ts';
import { liveColumns } from './pricing/in-use/live-columns.ts';
import { seeded, shuffled } from './pricing/random.ts';
import { type Case, casesOf, comparablesOf, tables } from './pricing/tables.ts';

const [folder] = process.argv.slice(2);
const { poshmark, vestiaireSold } = tables;
if (folder === undefined || poshmark === undefined || vestiaireSold === undefined) {
  console.error('Which folder? npm run bench -- advice DATA_DIR');
  process.exit(64);
}

const closets = 24;
const listingsOf = 60;
/** The market asks 1.25 times what things sell for, and the closet 1.2 times. */
const asked = { market: 1.25, closet: 1.2 } as const;
const withPrice = (row: Comparable, factor: number, state: Comparable['state']): Comparable => ({
  ...liveColumns(row),
  source: 'market',
  state,
  price: Math.round((row.price * factor) / 100) * 100,
});

/** Sixty sold jeans that the fit has not seen, on sale for as long as `ageOf` says. */
function balance(sales: readonly Comparable[], name: string, ageOf: (random: () => number) => number): void {
  const counts = { increase: 0, decrease: 0, maintain: 0 };
  const shares: number[] = [];
  for (let closet = 1; closet <= closets; closet++) {
    const rows = shuffled(sales, seeded(closet));
    const random = seeded(100 + closet);
    const fit = fitPricing(
      rows
        .slice(listingsOf)
        .map((row, at) => (at % 3 === 0 ? withPrice(row, 1, 'sold') : withPrice(row, asked.market, 'ask'))),
    );
    const own = { increase: 0, decrease: 0, maintain: 0 };
    for (const row of rows.slice(0, listingsOf)) {
      const { price, ...item } = withPrice(row, asked.closet, 'ask');
      const listing = { price, likes: 0, ageDays: ageOf(random), floorPrice: null, changed: null };
      const value = { sale: fit.estimate(item), ask: fit.estimate(item, 'ask') };
      const { direction } = advise({ listing, value, demand: { level: 'unknown' } });
      own[direction]++;
      counts[direction]++;
    }
    shares.push(own.decrease / Math.max(1, own.increase + own.decrease));
  }
  const cuts = (100 * counts.decrease) / (counts.increase + counts.decrease);
  const within = shares.filter((share) => share >= 0.25 && share <= 0.75).length;
  console.log(
    `${name}: ${counts.increase} raised, ${counts.decrease} lowered, ${counts.maintain} kept; ${cuts.toFixed(0)} % of the changes are cuts, and 25 to 75 % in ${within} of ${closets} closets`,
  );
}

const sales = comparablesOf(casesOf(poshmark, path.join(folder, poshmark.file), 'row')).filter(
  ({ state }) => state === 'sold',
);
balance(sales, 'Listed for 0 to 14 days', (random) => Math.floor(random() * 15));
balance(sales, 'Listed for 30 days', () => 30);
balance(sales, 'Listed for 0 to 120 days', (random) => Math.floor(random() * 121));
balance(sales, 'Listed for 90 days', () => 90);

const handbags = casesOf(vestiaireSold, path.join(folder, vestiaireSold.file), 'row').filter(
  (row): row is Case & { startPrice: number } => row.startPrice !== undefined,
);
const kept = new Map<string, { rows: number; right: number }>();
const note = (what: string, isRight: boolean): void => {
  const { rows, right } = kept.get(what) ?? { rows: 0, right: 0 };
  kept.set(what, { rows: rows + 1, right: right + Number(isRight) });
};
const likesFor = ({ likes = 0, days = 0 }: Case): number => (likes + 1) / Math.max(0.5, days) ** 0.6;
for (let split = 1; split <= 3; split++) {
  const rows = shuffled(handbags, seeded(split)).slice(0, 7_000);
  const fit = fitPricing(
    rows
      .slice(0, 5_000)
      .map(({ comparable, startPrice }, at) =>
        at % 2 === 1 ? liveColumns(comparable) : { ...liveColumns(comparable), state: 'ask', price: startPrice },
      ),
  );
  const held = rows.slice(5_000);
  const likes = held.map(likesFor).sort((one, other) => one - other);
  const [few = 0, many = 0] = [likes[Math.floor(likes.length / 3)], likes[Math.floor((2 * likes.length) / 3)]];
  for (const row of held) {
    const { startPrice: price, comparable, days = 0 } = row;
    const ask = fit.estimate(liveColumns(comparable), 'ask');
    if (ask.kind !== 'estimate') continue;
    const { band } = placePrice(ask, price);
    if (band.endsWith('above')) {
      const step = stepDown({ price, likes: 0, ageDays: days, floorPrice: null, changed: null }, ask);
      if (step.kind !== 'to') continue;
      note('above: sold for at least what the cut asks', comparable.price >= step.to);
      if (days <= 45 && likesFor(row) >= many) note('the same, with many likes', comparable.price >= step.to);
    } else if (band.endsWith('below')) {
      const isSoldForLess = comparable.price < 0.95 * price;
      note('below: sold for less than 95 %', isSoldForLess);
      if (likesFor(row) <= few) note('the same, with few likes', isSoldForLess);
      if (days > 45) note('the same, after more than 45 days', isSoldForLess);
    }
  }
}
for (const [what, { rows, right }] of kept) console.log(`${what}: ${(right / rows).toFixed(2)} of ${rows}`);
