-- Every key of a table that shares, prices, and open dashboards use begins with the seller, so that a database which spreads its
-- tables by seller finds a row in one place.
--
-- The file beside this one has built the indexes already, where there was something to index. They are built here for a new
-- database, and for a day's part of the ledger that was made in between.

lock table share_attempts, rounds, listings, price_batches, price_writes, price_changes, offers, activity_logs, recommendations
  in access exclusive mode;

-- The references, so that the keys can be replaced. They come back at the end.
alter table price_writes drop constraint price_writes_batch_id_fkey;
alter table price_writes drop constraint price_writes_listing_id_fkey;
alter table price_writes drop constraint price_writes_undoes_fkey;
alter table price_changes drop constraint price_changes_batch_id_fkey;
alter table price_changes drop constraint price_changes_listing_id_fkey;
alter table offers drop constraint offers_listing_id_fkey;
alter table activity_logs drop constraint activity_logs_listing_id_fkey;
alter table recommendations drop constraint recommendations_listing_id_fkey;

do $$
declare
  name text;
begin
  foreach name in array array[
    'rounds', 'listings', 'price_batches', 'price_writes', 'price_changes', 'offers', 'activity_logs', 'recommendations'
  ] loop
    execute format('create unique index if not exists %I on %I (user_id, id)', name || '_by_seller', name);
    execute format('alter table %I drop constraint %I', name, name || '_pkey');
    execute format('alter table %I add constraint %I primary key using index %I', name, name || '_pkey', name || '_by_seller');
  end loop;
end $$;

-- For an earlier program that still runs during an upgrade, and finds these rows by their `id` alone. Hash, because no plan should read
-- the rows of all sellers in the order of an index. A later migration drops them.
create index if not exists rounds_id on rounds using hash (id);
create index if not exists listings_id on listings using hash (id);
create index if not exists price_batches_id on price_batches using hash (id);
create index if not exists price_writes_id on price_writes using hash (id);

create unique index if not exists price_writes_once_by_seller on price_writes (user_id, batch_id, listing_id) where undoes is null;
drop index price_writes_once;
alter index price_writes_once_by_seller rename to price_writes_once;
create unique index if not exists price_writes_undone_once_by_seller on price_writes (user_id, undoes) where state <> 'failed';
drop index price_writes_undone_once;
alter index price_writes_undone_once_by_seller rename to price_writes_undone_once;
create index if not exists price_writes_batch_by_seller on price_writes (user_id, batch_id, id);
drop index price_writes_batch;
alter index price_writes_batch_by_seller rename to price_writes_batch;
create index if not exists price_writes_listing_by_seller on price_writes (user_id, listing_id) where listing_id is not null;
drop index price_writes_listing;
alter index price_writes_listing_by_seller rename to price_writes_listing;
create index if not exists price_writes_undoes_by_seller on price_writes (user_id, undoes) where undoes is not null;
drop index price_writes_undoes;
alter index price_writes_undoes_by_seller rename to price_writes_undoes;
create index if not exists price_changes_listing_by_seller on price_changes (user_id, listing_id, at desc);
drop index price_changes_listing;
alter index price_changes_listing_by_seller rename to price_changes_listing;
create index if not exists price_changes_batch_by_seller on price_changes (user_id, batch_id) where batch_id is not null;
drop index price_changes_batch;
alter index price_changes_batch_by_seller rename to price_changes_batch;
create index if not exists offers_listing_by_seller on offers (user_id, listing_id, sent_at desc);
drop index offers_listing;
alter index offers_listing_by_seller rename to offers_listing;
create index if not exists activity_logs_listing_by_seller on activity_logs (user_id, listing_id) where listing_id is not null;
drop index activity_logs_listing;
alter index activity_logs_listing_by_seller rename to activity_logs_listing;
create index if not exists recommendations_listing_by_seller on recommendations (user_id, listing_id, at desc);
drop index recommendations_listing;
alter index recommendations_listing_by_seller rename to recommendations_listing;

-- The new keys serve these as well.
drop index rounds_user;
drop index price_changes_user;
drop index offers_user;

-- The ledger. The days that there are keep an index by round for an earlier program, which settles by it. Days to come don't get it.
alter table share_attempts drop constraint share_attempts_pkey;
do $$
declare
  part text;
begin
  for part in select inhrelid::regclass::text from pg_inherits where inhparent = 'share_attempts'::regclass loop
    execute format('create unique index if not exists %I on %I (user_id, round_id, listing_id)', part || '_by_seller', part);
    execute format('create index if not exists %I on %I (round_id, listing_id)', part || '_round', part);
    execute format('alter table %I add constraint %I primary key using index %I', part, part || '_pkey', part || '_by_seller');
  end loop;
end $$;
-- Takes over the keys of its parts.
alter table share_attempts add primary key (user_id, round_id, listing_id);

-- Checked for new rows from now on. The next migration checks the rows that there are, without stopping anyone.
alter table price_writes
  add foreign key (user_id, batch_id) references price_batches (user_id, id) on delete cascade not valid,
  add foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade not valid,
  add foreign key (user_id, undoes) references price_writes (user_id, id) on delete cascade not valid;
alter table price_changes
  add foreign key (user_id, batch_id) references price_batches (user_id, id) on delete set null (batch_id) not valid,
  add foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade not valid;
alter table offers
  add foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade not valid;
alter table activity_logs
  add foreign key (user_id, listing_id) references listings (user_id, id) on delete set null (listing_id) not valid;
alter table recommendations
  add foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade not valid;

-- As in migration 24, with the new key of the ledger.

-- Reserves one share each for many bots of different sellers. Answers where it can say more than that a row is being changed. `place`
-- is the bot's place in the arrays, and `refusal` is null for a reserved share.
--
-- First it locks the bots' rows and skips those that others have locked, so no two workers wait for each other; then the closets'
-- rows, so that a call that takes the account lock sees this reservation. The last statement reads what can't change under them: every
-- reservation of a seller holds these locks up to its commit. It reads the leases as well, by the clock and not by the start of the
-- transaction, because a host may sleep and wake in between: another worker that frees these bots waits for this commit, and then finds
-- what was reserved. After the promotion of a standby, no lease is worth anything until a worker has counted what that standby may have
-- missed.
create or replace function reserve_shares(
  user_ids bigint[], owners uuid[], epochs bigint[], round_ids bigint[], listing_ids bigint[], share_days text[],
  revisions bigint[], closet_revisions bigint[], moment timestamptz
) returns table (place integer, refusal text, market_id text, tries integer, shares_today integer)
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  -- Of each locked bot that may share: its place, its share day and whether that moves, and its limits.
  able integer[];
  able_users bigint[];
  days text[];
  moves boolean[];
  limits integer[];
  rolling_ends timestamptz[];
  -- Places in these arrays, of bots whose closet is locked and ready, too.
  pinned integer[];
  -- The answers.
  places integer[];
  refusals text[];
  closet_places integer[];
  closet_refusals text[];
  answered integer[];
  written_refusals text[];
  market_ids text[];
  tries_of integer[];
  counts integer[];
begin
  select array_agg(place) filter (where refusal is null), array_agg(user_id) filter (where refusal is null),
    array_agg(day) filter (where refusal is null), array_agg(share_day is distinct from day) filter (where refusal is null),
    array_agg(limit_in_force) filter (where refusal is null), array_agg(rolling_until) filter (where refusal is null),
    array_agg(place) filter (where refusal is not null), array_agg(refusal) filter (where refusal is not null)
  into able, able_users, days, moves, limits, rolling_ends, places, refusals
  from (
    select a.place::integer, b.user_id, greatest(b.share_day, a.day) as day, b.share_day, b.limit_in_force, b.rolling_until,
      case
        when b.owner is distinct from a.owner or b.epoch <> a.epoch then 'lost'
        when b.state <> 'sharing' or b.round_id is distinct from a.round_id or b.revision <> a.revision then 'changed'
      end as refusal
    from unnest(user_ids, owners, epochs, round_ids, share_days, revisions)
      with ordinality as a(user_id, owner, epoch, round_id, day, revision, place)
    join bots b on b.user_id = a.user_id
    order by b.user_id for no key update of b skip locked
  ) locked;

  select array_agg(nth) filter (where refusal is null), array_agg(able[nth]) filter (where refusal is not null),
    array_agg(refusal) filter (where refusal is not null)
  into pinned, closet_places, closet_refusals
  from (
    select c.place as nth,
      case when c.is_locked then 'held' when c.revision <> closet_revisions[able[c.place]] then 'changed' end as refusal
    from pin_closets(able_users) c
  ) closets;

  -- The day's count is raised only where the attempt was written, and the attempt is written only where the count has room. The parts
  -- are combined by grouping, not by joins: with index joins alone, joining the parts compared every bot with every other one, and a
  -- batch of 1,000 took half a second. For the same reason a listing is looked up for each bot.
  with standing as materialized (
    select id from workers where id = any(owners) and lease_until > clock_timestamp() and timeline = database_timeline()
  ), asked as (
    select nth, able_users[nth] as user_id, round_ids[able[nth]] as round_id, listing_ids[able[nth]] as listing_id,
      days[nth] as day, limits[nth] as limit_in_force, rolling_ends[nth] as rolling_until,
      owners[able[nth]] in (select id from standing) as is_owned
    from unnest(pinned) as p(nth)
  ), looked as materialized (
    select a.*, l.poshmark_id, coalesce(not l.skip_sharing, false) as is_available,
      coalesce((
        select c.share_count from daily_share_counts c where c.user_id = a.user_id and c.share_date = a.day
      ), 0) < a.limit_in_force and (
        a.rolling_until is null or a.rolling_until <= moment or a.limit_in_force > (
          select count(*) from share_attempts s
          where s.user_id = a.user_id and s.reserved_at > moment - interval '24 hours' and s.outcome <> 2
        ) + (
          select coalesce(sum(c.assumed), 0) from daily_share_counts c
          where c.user_id = a.user_id and c.share_date::date >= (moment - interval '2 days')::date
        )
      ) as has_room
    from asked a
    left join lateral (
      select l.poshmark_id, l.skip_sharing from shareable_listings l
      where l.id = a.listing_id and l.user_id = a.user_id offset 0
    ) l on true
  ), written as (
    insert into share_attempts as s (user_id, round_id, listing_id, share_date, reserved_at)
    select user_id, round_id, listing_id, day::date, moment from looked
    where is_owned and is_available and has_room
    on conflict (user_id, round_id, listing_id) do update
      set outcome = 0, tries = s.tries + 1, share_date = excluded.share_date, reserved_at = excluded.reserved_at,
        settled_at = null, evidence = null
      where s.outcome = 2 and s.tries = 1
        and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
    returning user_id, share_date, tries
  ), counted as (
    insert into daily_share_counts as d (user_id, share_date, share_count)
    select user_id, share_date::text, 1 from written
    on conflict (user_id, share_date) do update
      set share_count = d.share_count + 1, updated_at = now()
      where d.share_count < (select b.limit_in_force from bots b where b.user_id = d.user_id)
    returning user_id, share_count
  ), answers as (
    select max(nth) as nth, max(poshmark_id) as market_id, max(tries) as tries, max(share_count) as shares_today,
      case
        when not bool_or(is_owned) then 'lost'
        when not bool_or(is_available) then 'not_available'
        when not bool_or(has_room) then 'limit'
        when max(tries) is null then 'already'
      end as refusal
    from (
      select user_id, nth, is_owned, is_available, has_room, poshmark_id, null::smallint as tries, null::integer as share_count
      from looked
      union all select user_id, null, null, null, null, null, tries, null from written
      union all select user_id, null, null, null, null, null, null, share_count from counted
    ) parts
    group by user_id
  )
  select array_agg(nth), array_agg(refusal), array_agg(market_id), array_agg(tries), array_agg(shares_today)
  into answered, written_refusals, market_ids, tries_of, counts from answers;

  -- A share that is stored but not counted would be outside the limit.
  if exists (select from unnest(written_refusals, counts) as w(refusal, shares) where w.refusal is null and w.shares is null) then
    raise 'A reservation was written and not counted.';
  end if;

  if true = any(moves) then
    update bots b set share_day = days[w.nth] from unnest(answered, written_refusals) as w(nth, refusal)
    where b.user_id = able_users[w.nth] and moves[w.nth] and w.refusal is distinct from 'lost';
  end if;

  return query
    select able[w.nth], w.refusal, w.market_id, w.tries, w.shares_today
    from unnest(answered, written_refusals, market_ids, tries_of, counts) as w(nth, refusal, market_id, tries, shares_today)
    union all
    select r.place, r.refusal, null, null, null
    from unnest(places || closet_places, refusals || closet_refusals) as r(place, refusal);
end $$;
