-- Rules for offers to likers: one row for each seller who has any, or has changed how many offers a day may have.
create table offer_rules (
  user_id bigint primary key references users on delete cascade,
  most_a_day integer not null check (most_a_day between 1 and 1000),
  -- the one that is asked first first
  rules jsonb not null,
  -- the id of the next new rule, so that none is used twice
  next_id integer not null
);

-- The rule that made an offer. null: the settings of the bot did, because the seller had no rules.
alter table offers add column rule_id text;

-- Listings for sale, with what rules and plans that sell them look at.
create view selling_listings as
  select id, user_id, market_user_id, poshmark_id, title, brand, department, category, subcategory, condition, shelf, price,
    lowest_price, currency, floor_price, cost_cents, listed_at, like_count
  from listings where is_active and availability = 'available';
