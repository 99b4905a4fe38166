-- One row for each sale of a seller, whichever way it came: from a file, from the closet, or by hand. Nothing about a buyer.
create table sales (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  -- where most of its fields are from; a sale that a report and the closet both know is of the report
  source text not null check (source in ('report', 'marketplace', 'manual')),
  -- of a report: the oldest import that contains it
  import_id bigint references sale_imports,
  -- the order's number in reports, which is the sale's id at the marketplace; the rows of a bundle share it
  order_id text,
  -- where it was sold: 'poshmark', or what the seller calls another place
  channel text not null default 'poshmark',
  -- the marketplace's own words for the state; null if the closet never showed the sale
  market_state text,
  state text not null check (state in ('sold', 'shipped', 'delivered', 'complete', 'cancelled', 'returned', 'other')),
  -- the seller chose the state, so no file and no reading changes it
  state_by_seller boolean not null default false,
  sold_on date,
  listed_on date,
  title text not null,
  brand text,
  department text,
  category text,
  subcategory text,
  size text,
  condition text,
  sku text,
  shelf text,
  -- null: not known
  is_bundle boolean,
  via_offer boolean,
  quantity int not null default 1 check (quantity between 1 and 100),
  -- of all pieces of the row together
  price_cents integer not null check (price_cents >= 0),
  -- the retail price, for comparing
  original_price_cents integer,
  list_price_cents integer,
  lowest_price_cents integer,
  shipping_discount_cents integer,
  label_fee_cents integer,
  packaging_fee_cents integer,
  other_fee_cents integer,
  -- what a report or the marketplace says was earned, and what the seller says the fee was
  reported_earnings_cents integer,
  stated_fee_cents integer,
  -- what the seller says all other fees were, in place of the three above
  stated_other_fees_cents integer,
  -- computed by domain/sales/earnings.ts on each write: price - fee - shipping discount = earnings
  fee_cents integer not null,
  earnings_cents integer not null,
  cost_cents integer,
  -- what the seller typed wins over the report's cell, and that over the listing's cost; 'seller' without a cost: taken out by hand
  cost_by text check (cost_by in ('seller', 'report', 'listing')),
  sales_tax_cents integer,
  note text,
  listing_id bigint,
  -- what follows from the row alone, so that no two readers compute it differently
  counts boolean not null generated always as (state not in ('cancelled', 'returned')) stored,
  other_fees_cents integer generated always as (
    coalesce(stated_other_fees_cents, case when num_nonnulls(label_fee_cents, packaging_fee_cents, other_fee_cents) > 0 then
      coalesce(label_fee_cents, 0) + coalesce(packaging_fee_cents, 0) + coalesce(other_fee_cents, 0) end)) stored,
  profit_cents integer generated always as (
    earnings_cents - coalesce(stated_other_fees_cents,
      coalesce(label_fee_cents, 0) + coalesce(packaging_fee_cents, 0) + coalesce(other_fee_cents, 0)) - cost_cents) stored,
  days_to_sell integer generated always as (case when sold_on >= listed_on then sold_on - listed_on end) stored,
  primary key (user_id, id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete set null (listing_id)
);
-- Newest first; a sale without a date comes last.
create index sales_newest on sales (user_id, coalesce(sold_on, '-infinity') desc, id desc);
create index sales_title on sales (user_id, lower(title));
create index sales_order on sales (user_id, order_id) where order_id is not null;
create index sales_import on sales (import_id) where import_id is not null;
create index sales_listing on sales (user_id, listing_id) where listing_id is not null;

-- Imports wait until this is done. Earlier versions stored the price of one piece.
lock table imported_sales in share row exclusive mode;
insert into sales (id, user_id, source, import_id, order_id, state, sold_on, title, brand, department, category, subcategory, size,
    condition, quantity, price_cents, original_price_cents, fee_cents, earnings_cents)
  overriding system value
  select s.id, s.user_id, 'report', import_id, order_id, 'complete', sold_on, title, brand, department, category, subcategory, size,
    condition, quantity, price, original_price_cents, fee, price - fee
  from imported_sales s
    cross join lateral (select least(price_cents::bigint * quantity, 2000000000)::int) p(price)
    -- The fee of the day: for three weeks in October 2024 another one, of the price and the usual shipping.
    cross join lateral (select case
      when sold_on >= '2024-10-03' and sold_on < '2024-10-24' then least(price,
        case when price < 1500 then 100 when price < 5000 then 200 else 300 end + round((price + 767) * 0.0599)::int)
      when price < 1500 then least(price, 295) else round(price * 0.2)::int end) f(fee)
  order by s.id;
select setval(pg_get_serial_sequence('sales', 'id'), greatest(max(id), 1)) from sales;
drop table imported_sales;
alter table sale_imports drop column completions;

-- A value that changes whenever something changes that prices are learned from: the number of the last such transaction. The row's lock
-- orders two of one seller.
create table sale_versions (
  user_id bigint primary key references users on delete cascade,
  version xid8 not null
);

-- What other features read.

-- Sales at the marketplace with the price of one piece. The closet shows a bundle as one sale, whose pieces it doesn't tell.
create view comparable_sales as
  select id, user_id, title, greatest((price_cents + quantity / 2) / quantity, 1) as price_cents, quantity, original_price_cents,
    sold_on, brand, department, category, subcategory, size, condition
  from sales
  where counts and channel = 'poshmark' and price_cents > 0 and not (source = 'marketplace' and is_bundle is true);

create view sale_changes as select user_id, version from sale_versions;
