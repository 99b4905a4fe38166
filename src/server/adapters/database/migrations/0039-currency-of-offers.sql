-- An offer has the currency of its listing's price.
create or replace view shareable_listings as
  select id, user_id, poshmark_id, title, price, floor_price, like_count, skip_sharing, market_user_id, currency
  from listings where is_active and availability = 'available';
