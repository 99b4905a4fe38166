-- What the seller paid for a listing, how it is labeled and where it is kept, and its lowest price as far as that is known.

alter table listings
  add column cost_cents integer check (cost_cents >= 0),
  add column sku text,
  -- A report gave it: a later report may change it. What the seller typed, no report changes.
  add column cost_from_report boolean not null default false,
  add column sku_from_report boolean not null default false,
  add column shelf text,
  -- Of the price history and of reports. null: nothing is known but the present price.
  add column lowest_price integer check (lowest_price >= 0);

update listings l set lowest_price = c.lowest
from (select user_id, listing_id, least(min(old_price), min(new_price)) as lowest from price_changes group by user_id, listing_id) c
where l.user_id = c.user_id and l.id = c.listing_id;

create function lower_lowest_prices() returns trigger language plpgsql as $$
begin
  update listings l set lowest_price = c.lowest
  from (select user_id, listing_id, least(min(old_price), min(new_price)) as lowest from changes group by user_id, listing_id) c
  where l.user_id = c.user_id and l.id = c.listing_id and (l.lowest_price is null or l.lowest_price > c.lowest);
  return null;
end $$;
create trigger price_changes_lowest after insert on price_changes referencing new table as changes
  for each statement execute function lower_lowest_prices();

create or replace view priced_listings as
  select l.id, l.user_id, l.market_user_id, l.poshmark_id, l.title, l.price, l.original_price, l.floor_price, l.availability,
    l.is_active, l.like_count, l.market_share_count, c.last_shared, l.listed_at, l.sold_at, l.synced_at, l.brand, l.department,
    l.category, l.subcategory, l.size, l.condition, l.image_url, l.currency, l.cost_cents
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;
