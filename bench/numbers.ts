// Measures a seller's numbers over 20,000 sales: the sums by each group, the file of a tax year, and the check of prices on own sales.
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { numberGroups } from '#contract/sales/numbers.ts';
import { freePort, runProgram } from '#tests/process.ts';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';
import { openOwnPostgres } from './engine/own-postgres.ts';
import { machine } from './engine/processes.ts';

const asked = { numbersMs: 100, exportMs: 2_000, backtestMs: 30_000 } as const;
const times = 9;

/** Two years of sales of 40 brands, a third of them without a cost. */
const fill = `insert into sales (user_id, source, state, sold_on, listed_on, title, brand, department, category, price_cents, list_price_cents,
    fee_cents, earnings_cents, cost_cents)
  select (select max(id) from users), 'report', 'complete', date '2026-11-28' - n % 730, date '2026-11-28' - n % 730 - n % 90,
    'Item no ' || n, 'Brand ' || n % 40, 'Women', (array['Jeans', 'Dresses', 'Sweaters', 'Shoes'])[1 + n % 4], price, price * 5 / 4,
    price / 5, price - price / 5, case when n % 3 > 0 then price / 4 end
  from generate_series(1, $1::int) n, lateral (select 1500 + 100 * (n % 40) + 37 * (n * 7919 % 101) as price) p`;

const { values } = parseArgs({ options: { sales: { type: 'string', default: '20000' } } });
const sales = Number(values.sales);

const postgres = await openOwnPostgres('numbers');
const port = await freePort();
const server = runProgram('src/server/main.ts', {
  DATA_DIR: path.join(postgres.folder, 'data'),
  DATABASE_URL: postgres.url,
  PORT: String(port),
  MARKETPLACE_URL: 'none',
  LOG_LEVEL: 'warn',
  BUDGET_FACTOR: '100',
});
const client = new pg.Client({ connectionString: postgres.adminUrl });
try {
  await server.until('Hangtag is ready');
  await client.connect();
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await client.end();
  server.kill('SIGTERM');
  await server.ended;
  await postgres.close();
}

async function call(
  place: string,
  cookie: string,
  body?: unknown,
): Promise<{ cookie: string; ms: number; text: string }> {
  const startedAt = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${place}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${place}: ${reply.status} ${text.slice(0, 200)}`);
  return { cookie: cookiesOf(reply.headers.getSetCookie()), ms: performance.now() - startedAt, text };
}

async function measure(): Promise<boolean> {
  const seller = { firstName: 'Ada', lastName: 'Seller', email: 'ada@example.com', password: 'linen-and-wool-7' };
  const { cookie } = await call('/api/register', '', seller);
  await client.query(fill, [sales]);
  await client.query('vacuum analyze sales');
  console.log(`${machine()}\n${sales.toLocaleString('en')} sales`);
  const median = async (place: string): Promise<number> => {
    const ms: number[] = [];
    for (let n = 0; n < times; n++) ms.push((await call(place, cookie)).ms);
    return ms.sort((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
  };
  const results: { what: string; ms: number; most: number }[] = [];
  for (const by of numberGroups)
    results.push({ what: `numbers by ${by}`, ms: await median(`/api/numbers?by=${by}`), most: asked.numbersMs });
  const file = await call('/api/numbers/export?year=2026', cookie);
  results.push({ what: `tax year, ${(file.text.length / 1e6).toFixed(1)} MB`, ms: file.ms, most: asked.exportMs });
  const checked = await call('/api/numbers/backtest', cookie);
  const { judged } = JSON.parse(checked.text) as { judged: number };
  results.push({ what: `check of prices on ${judged} sales`, ms: checked.ms, most: asked.backtestMs });
  for (const { what, ms, most } of results) console.log(`${what}: ${Math.round(ms)} ms (asked ${most})`);
  return results.every(({ ms, most }) => ms <= most);
}
