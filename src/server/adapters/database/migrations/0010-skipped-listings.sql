-- Listings that the seller leaves out of rounds. They stay for sale, get offers, and can be repriced.
alter table listings add skip_sharing boolean not null default false;

create or replace view shareable_listings as
  select id, user_id, poshmark_id, title, price, floor_price, like_count, skip_sharing
  from listings where is_active and availability = 'available';

create or replace view listing_shares as
  select id, user_id, title, share_count, last_shared,
    is_active and availability = 'available' and not skip_sharing as is_shareable,
    is_active and availability = 'available' and skip_sharing as is_skipped
  from listings;
