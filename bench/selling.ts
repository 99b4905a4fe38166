// Measures what a seller of 5,000 listings waits for on the page Selling and on top of the dashboard: previews, the calendar, and Today.
import { parseArgs } from 'node:util';
import { timeCalls } from './one-seller/time-calls.ts';

const asked = { previewMs: 300, calendarMs: 1_000, todayMs: 50 } as const;

/** Of 40 brands and up to 200 days old. Half have a cost, some likes, and a price that changed. */
const fill = [
  `insert into closets (user_id, practice, state, linked_at, market_user_id) select max(id), true, 'ready', now(), 'm1' from users`,
  `insert into listings (user_id, poshmark_id, market_user_id, title, brand, department, category, condition, price, cost_cents, like_count,
     listed_at, url, is_active, synced_at)
   select (select max(id) from users), 'l' || n, 'm1', 'Item no ' || n, 'Brand ' || n % 40, 'Women',
     (array['Jeans', 'Dresses', 'Sweaters', 'Shoes'])[1 + n % 4], 'used', 15 + n * 7919 % 101, case when n % 2 = 0 then 500 end, n % 5,
     now() - n % 200 * interval '1 day', 'https://x', true, now()
   from generate_series(1, $1::int) n`,
  `insert into price_changes (user_id, listing_id, at, old_price, new_price, source)
   select user_id, id, now() - id % 90 * interval '1 day', price + 5, price, 'manual' from listings where id % 2 = 0`,
  `insert into recommendations (user_id, listing_id, at, origin, direction, current_price, suggested_price, confidence, reasons, facts)
   select user_id, id, now(), 'analysis', 'decrease', price, price - 2, 0.8, '{}', '{"because": [], "demand": {"level": "low"}}' from listings`,
  `insert into sales (user_id, source, state, sold_on, title, price_cents, fee_cents, earnings_cents)
   select (select max(id) from users), 'report', 'complete', current_date - n % 700, 'Jeans', 4000, 800, 3200 from generate_series(1, 5000) n`,
];

const plan = {
  name: 'Weekly',
  percent: 10,
  at: '09:00',
  mostADay: 100,
  floor: { kind: 'profit', minProfitCents: 500 },
};
const rule = { name: 'All', percent: 10, floor: { kind: 'profit', minProfitCents: 500 } };

const { values } = parseArgs({ options: { listings: { type: 'string', default: '5000' } } });
const listings = Number(values.listings);

await timeCalls('selling', async ({ client, median }) => {
  const [closet = '', listed = '', ...others] = fill;
  await client.query(closet);
  await client.query(listed, [listings]);
  for (const sql of others) await client.query(sql);
  await client.query('update listings set quiet_since = listed_at');
  await client.query(`update bots set settings = settings || '{"offerShippingDiscount": true}'`);
  const everyDay = JSON.stringify({ ...plan, enabled: true, match: {}, everyDays: 1, restDays: 7 });
  await client.query(
    `insert into price_drop_plans (user_id, position, plan, first_day)
     select (select max(id) from users), n, $1::jsonb, current_date from generate_series(1, 10) n`,
    [everyDay],
  );
  await client.query('vacuum analyze');
  console.log(`${listings.toLocaleString('en')} listings`);
  const previewOfPlan = await median('/api/price-drops/preview', { plan: { ...plan, everyDays: 7 } });
  return [
    { what: 'preview of a plan', ms: previewOfPlan, most: asked.previewMs },
    { what: 'preview of rules', ms: await median('/api/offers/preview', { rules: [rule] }), most: asked.previewMs },
    { what: 'four weeks of ten plans', ms: await median('/api/price-drops/calendar'), most: asked.calendarMs },
    { what: 'Today', ms: await median('/api/today'), most: asked.todayMs },
  ];
});
