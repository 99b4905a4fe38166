-- Every table belongs to one feature. What the others may read of it is a view, named for what it publishes; who may read
-- which view is listed in tests/architecture.test.ts. PostgreSQL plans a view as if its text stood in the query.

-- Raised whenever an account lock is taken: what its holder writes is checked against the number that it was given.
alter table closets add lock_epoch bigint not null default 0;

-- account

create view sellers as
  select id as user_id, email, timezone, guest_until is not null as is_guest,
    push_offer_declined_at is not null as has_declined_push, created_at
  from users;

-- activity

create view bot_events as
  select id, user_id, timestamp, action from activity_logs where action like 'BOT\_%';

-- closet

create view closet_connections as
  select user_id, practice, username, handle, market_user_id, state, revision, last_synced_at,
    credentials is not null or session is not null as has_credentials
  from closets;

-- listings

create view shareable_listings as
  select id, user_id, poshmark_id, title, price, floor_price, like_count
  from listings where is_active and availability = 'available';

create view listing_shares as
  select id, user_id, title, share_count, last_shared, is_active and availability = 'available' as is_shareable
  from listings;

-- Of the closet that is linked; of all that were, where none is.
create view listing_counts as
  select l.user_id, count(*) filter (where l.is_active)::int as active,
    count(*) filter (where l.availability = 'sold')::int as sold
  from listings l left join closet_connections c on c.user_id = l.user_id
  where l.market_user_id = coalesce(c.market_user_id, l.market_user_id)
  group by l.user_id;

create view priced_listings as
  select id, user_id, market_user_id, poshmark_id, title, price, original_price, floor_price, availability, is_active,
    like_count, market_share_count, last_shared, listed_at, sold_at, synced_at, brand, department, category, subcategory,
    size, condition, image_url
  from listings;

create view price_history as
  select id, user_id, listing_id, at, old_price, new_price, source from price_changes;

create view settled_price_writes as
  select id, user_id, settled_at, state from price_writes where settled_at is not null;

-- bot

create view bot_states as
  select user_id, state, revision, round_id, pause_reason, paused_at, resumes_at, limit_in_force, limit_reached_at
  from bots;

create view settled_shares as
  select round_id, listing_id, user_id, reserved_at, settled_at, evidence,
    case outcome when 1 then 'shared' when 2 then 'refused' else 'unknown' end as outcome
  from share_attempts where outcome <> 0;

create view shares_in_flight as
  select user_id, reserved_at from share_attempts where outcome = 0;

create view share_days as
  select user_id, share_date, share_count from daily_share_counts where share_count > 0;

create view bot_health as
  select (select count(*)::int from bots where state <> 'stopped') as running,
    (select count(*)::int from bots where state = 'paused' and due_at is null) as needing,
    (select count(*)::int from bots
      where state <> 'stopped' and owner is null and due_at < now() - interval '1 minute') as overdue,
    (select count(*)::int from workers where lease_until > now()) as workers,
    (select count(*)::int from share_attempts
      where outcome = 0 and reserved_at < now() - interval '5 minutes') as unsettled;
