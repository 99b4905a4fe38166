-- Keyed hashes of the likers who got an offer. They are erased after 90 days, and have the offer's id.
create table offer_likers (
  user_id bigint not null references users on delete cascade,
  id bigint not null,
  sent_at timestamptz not null,
  likers text[] not null,
  primary key (user_id, id),
  foreign key (user_id, id) references offers (user_id, id) on delete cascade
);

-- The offers of a seller's day: those that count toward the most that a day may have, and how far the run is that sends them now.
-- `offers_until`: no run takes longer than that for its next step, so one that is silent for longer has ended.
alter table daily_share_counts
  add column offer_count integer not null default 0,
  add column offers_sent integer,
  add column offers_total integer,
  add column offers_until timestamptz;

-- Offers are made for the linked closet only, and a seller may have listings of earlier ones.
create or replace view shareable_listings as
  select id, user_id, poshmark_id, title, price, floor_price, like_count, skip_sharing, market_user_id
  from listings where is_active and availability = 'available';
