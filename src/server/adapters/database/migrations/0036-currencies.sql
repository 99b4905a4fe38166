-- The currency of a listing's prices, as the marketplace tells it. Every listing gets its own at the next reading of its closet.
alter table listings add column currency text not null default 'USD';

-- Only prices in US dollars are compared, so the view of priced listings says which they are.
create or replace view priced_listings as
  select l.id, l.user_id, l.market_user_id, l.poshmark_id, l.title, l.price, l.original_price, l.floor_price, l.availability,
    l.is_active, l.like_count, l.market_share_count, greatest(l.last_shared, c.last_shared) as last_shared, l.listed_at, l.sold_at,
    l.synced_at, l.brand, l.department, l.category, l.subcategory, l.size, l.condition, l.image_url, l.currency
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;
