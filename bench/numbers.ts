// Measures a seller's numbers over 20,000 sales: the sums by each group, the file of a tax year, and the check of prices on own sales.
import { parseArgs } from 'node:util';
import { numberGroups } from '#contract/sales/numbers.ts';
import { type Measured, timeCalls } from './one-seller/time-calls.ts';

const asked = { numbersMs: 100, exportMs: 2_000, backtestMs: 30_000 } as const;

/** Two years of sales of 40 brands, a third of them without a cost. */
const fill = `insert into sales (user_id, source, state, sold_on, listed_on, title, brand, department, category, price_cents, list_price_cents,
    fee_cents, earnings_cents, cost_cents)
  select (select max(id) from users), 'report', 'complete', date '2026-11-28' - n % 730, date '2026-11-28' - n % 730 - n % 90,
    'Item no ' || n, 'Brand ' || n % 40, 'Women', (array['Jeans', 'Dresses', 'Sweaters', 'Shoes'])[1 + n % 4], price, price * 5 / 4,
    price / 5, price - price / 5, case when n % 3 > 0 then price / 4 end
  from generate_series(1, $1::int) n, lateral (select 1500 + 100 * (n % 40) + 37 * (n * 7919 % 101) as price) p`;

const { values } = parseArgs({ options: { sales: { type: 'string', default: '20000' } } });
const sales = Number(values.sales);

await timeCalls('numbers', async ({ client, call, median }) => {
  await client.query(fill, [sales]);
  await client.query('vacuum analyze sales');
  console.log(`${sales.toLocaleString('en')} sales`);
  const results: Measured[] = [];
  for (const by of numberGroups)
    results.push({ what: `numbers by ${by}`, ms: await median(`/api/numbers?by=${by}`), most: asked.numbersMs });
  const file = await call('/api/numbers/export?year=2026');
  results.push({ what: `tax year, ${(file.text.length / 1e6).toFixed(1)} MB`, ms: file.ms, most: asked.exportMs });
  const checked = await call('/api/numbers/backtest');
  const { judged } = JSON.parse(checked.text) as { judged: number };
  results.push({ what: `check of prices on ${judged} sales`, ms: checked.ms, most: asked.backtestMs });
  return results;
});
