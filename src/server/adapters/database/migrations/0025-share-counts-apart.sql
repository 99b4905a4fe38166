-- How often Hangtag has shared a listing, and when last. Apart from `listings`: each share used to copy a row of 680 bytes, and 10,000
-- bots touched all of that table's pages again after each checkpoint. These rows have 60 bytes. A listing gets its row with its
-- first share.
--
-- `listings.share_count` and `listings.last_shared` stay, and the views add them: they hold what programs up to migration 24
-- counted, and such a program may still be running during an upgrade.
create table listing_share_counts (
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null,
  share_count integer not null,
  last_shared timestamptz not null,
  primary key (user_id, listing_id)
) with (fillfactor = 70);

create or replace view listing_shares as
  select l.id, l.user_id, l.title, l.share_count + coalesce(c.share_count, 0) as share_count,
    greatest(l.last_shared, c.last_shared) as last_shared,
    l.is_active and l.availability = 'available' and not l.skip_sharing as is_shareable,
    l.is_active and l.availability = 'available' and l.skip_sharing as is_skipped
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;

create or replace view priced_listings as
  select l.id, l.user_id, l.market_user_id, l.poshmark_id, l.title, l.price, l.original_price, l.floor_price, l.availability,
    l.is_active, l.like_count, l.market_share_count, greatest(l.last_shared, c.last_shared) as last_shared, l.listed_at, l.sold_at,
    l.synced_at, l.brand, l.department, l.category, l.subcategory, l.size, l.condition, l.image_url
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;
