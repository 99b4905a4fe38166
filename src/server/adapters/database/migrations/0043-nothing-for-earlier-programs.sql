-- What was only for programs from before the first release: indexes to find rows by their id alone, counts of shares in the listings
-- themselves, and fingerprints of imported sales.
drop index rounds_id, listings_id, price_batches_id, price_writes_id;

create or replace view listing_shares as
  select l.id, l.user_id, l.title, coalesce(c.share_count, 0) as share_count, c.last_shared,
    l.is_active and l.availability = 'available' and not l.skip_sharing as is_shareable,
    l.is_active and l.availability = 'available' and l.skip_sharing as is_skipped
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;

create or replace view priced_listings as
  select l.id, l.user_id, l.market_user_id, l.poshmark_id, l.title, l.price, l.original_price, l.floor_price, l.availability,
    l.is_active, l.like_count, l.market_share_count, c.last_shared, l.listed_at, l.sold_at, l.synced_at, l.brand, l.department,
    l.category, l.subcategory, l.size, l.condition, l.image_url, l.currency
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;

alter table listings drop column share_count, drop column last_shared;
alter table listings validate constraint listings_availability_check;
alter table imported_sales drop column fingerprint;
