// Stores sales for tests of what they add up to, without reading a file.
import type { Queryable } from '#domain/ports/database.ts';
import { earningsOfOrder } from '#domain/sales/earnings.ts';

/** What a test says of a sale. Cents; null: not known. */
export type TestSale = {
  title?: string;
  soldOn?: string | null;
  listedOn?: string | null;
  brand?: string | null;
  category?: string | null;
  department?: string | null;
  shelf?: string | null;
  price?: number;
  listPrice?: number | null;
  discount?: number | null;
  labelFee?: number | null;
  cost?: number | null;
  viaOffer?: boolean | null;
  state?: string;
  channel?: string;
  note?: string | null;
};

const text = ['title', 'brand', 'category', 'department', 'shelf', 'state', 'channel', 'note'];
const columns = {
  ...Object.fromEntries(text.map((name) => [name, `${name} text`])),
  soldOn: '"soldOn" date',
  listedOn: '"listedOn" date',
  price: 'price int',
  fee: 'fee int',
  earnings: 'earnings int',
  listPrice: '"listPrice" int',
  discount: 'discount int',
  labelFee: '"labelFee" int',
  cost: 'cost int',
  viaOffer: '"viaOffer" boolean',
};

export async function addSales(db: Queryable, userId: string, sales: readonly TestSale[]): Promise<void> {
  const rows = sales.map((sale) => {
    const full = { title: 'Jeans', soldOn: '2026-04-20', price: 4000, state: 'complete', channel: 'poshmark', ...sale };
    const [money] = earningsOfOrder([{ ...full, shippingDiscount: full.discount ?? null }]);
    return { ...full, ...money };
  });
  await db.query(
    `insert into sales (user_id, source, channel, state, title, sold_on, listed_on, brand, category, department, shelf, price_cents,
       list_price_cents, shipping_discount_cents, label_fee_cents, cost_cents, via_offer, note, fee_cents, earnings_cents)
     select $1, 'report', channel, state, title, "soldOn", "listedOn", brand, category, department, shelf, price, "listPrice", discount,
       "labelFee", cost, "viaOffer", note, fee, earnings
     from json_to_recordset($2::json) as s(${Object.values(columns).join(', ')})`,
    [userId, JSON.stringify(rows)],
  );
}
