-- Rounds of party shares and of share-backs, in the ledger and under the limit of all shares.

-- 0: the seller's closet. 1: listings that match a party. 2: one listing each of people who shared one of the seller's.
alter table rounds
  add column kind smallint not null default 0,
  -- kind 1: the party's id at the marketplace, its title, and its end
  add column party_id text,
  add column party_title text,
  add column party_ends_at timestamptz;

-- As in its round, so that the sums by kind come from the ledger alone. Of a share-back, `listing_id` is minus the id in share_backs.
alter table share_attempts add column kind smallint not null default 0;

-- How many of `share_count` are of these kinds.
alter table daily_share_counts
  add column party_count integer not null default 0,
  add column back_count integer not null default 0;

-- Who was shared back on which share day. A row is stored before its share is reserved. Person and listing are keyed hashes. The name
-- is shown in the activity.
create table share_backs (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  day date not null,
  person_hash text not null,
  listing_hash text not null,
  name text not null,
  round_id bigint not null,
  at timestamptz not null,
  primary key (user_id, id)
);
create unique index share_backs_person on share_backs (user_id, day, person_hash);
create unique index share_backs_listing on share_backs (user_id, listing_hash);

-- When parties and news were read for a seller who shares to parties or shares back.
create table bot_visits (
  user_id bigint primary key references users on delete cascade,
  parties_read_at timestamptz,
  news_read_at timestamptz,
  -- A database that was promoted or restored then may lack such shares from before.
  missed_at timestamptz
);

create or replace view settled_shares as
  select round_id, listing_id, user_id, reserved_at, settled_at, evidence,
    case outcome when 1 then 'shared' when 2 then 'refused' else 'unknown' end as outcome, kind
  from share_attempts where outcome <> 0;

create view party_rounds as select user_id, id, party_title from rounds where kind = 1;

create view shared_back as select user_id, id, name from share_backs;

-- The function of before with the kinds: `most_of_kind` is how many shares of its kind the day may have, and `enough` says that it has
-- them. Kind 0 has no such number. The market id of a share-back is known to the worker alone. The function with nine parameters stays
-- for programs that still run: they make no rounds of other kinds, and count toward the same limit.
create function reserve_shares(
  user_ids bigint[], owners uuid[], epochs bigint[], round_ids bigint[], listing_ids bigint[], share_days text[],
  revisions bigint[], closet_revisions bigint[], kinds smallint[], most_of_kind integer[], moment timestamptz
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
      kinds[able[nth]] as kind, most_of_kind[able[nth]] as most_of_kind, days[nth] as day, limits[nth] as limit_in_force, rolling_ends[nth] as rolling_until,
      owners[able[nth]] in (select id from standing) as is_owned
    from unnest(pinned) as p(nth)
  ), looked as materialized (
    select a.*, l.poshmark_id, case when a.kind = 2 then exists (
          select from share_backs b where b.user_id = a.user_id and b.id = -a.listing_id
        ) else coalesce(not l.skip_sharing, false) end as is_available,
      case a.kind when 0 then true when 1 then coalesce(c.party_count, 0) < a.most_of_kind
        else coalesce(c.back_count, 0) < a.most_of_kind end as is_within_kind,
      coalesce(c.share_count, 0) < a.limit_in_force and (
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
    left join lateral (
      select c.share_count, c.party_count, c.back_count from daily_share_counts c
      where c.user_id = a.user_id and c.share_date = a.day offset 0
    ) c on true
  ), written as (
    insert into share_attempts as s (user_id, round_id, listing_id, share_date, reserved_at, kind)
    select user_id, round_id, listing_id, day::date, moment, kind from looked
    where is_owned and is_available and has_room and is_within_kind
    on conflict (user_id, round_id, listing_id) do update
      set outcome = 0, tries = s.tries + 1, share_date = excluded.share_date, reserved_at = excluded.reserved_at,
        settled_at = null, evidence = null
      where s.outcome = 2 and s.tries = 1
        and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
    returning user_id, share_date, tries, kind
  ), counted as (
    insert into daily_share_counts as d (user_id, share_date, share_count, party_count, back_count)
    select user_id, share_date::text, 1, (kind = 1)::int, (kind = 2)::int from written
    on conflict (user_id, share_date) do update
      set share_count = d.share_count + 1, party_count = d.party_count + excluded.party_count,
        back_count = d.back_count + excluded.back_count, updated_at = now()
      where d.share_count < (select b.limit_in_force from bots b where b.user_id = d.user_id)
    returning user_id, share_count
  ), answers as (
    select max(nth) as nth, max(poshmark_id) as market_id, max(tries) as tries, max(share_count) as shares_today,
      case
        when not bool_or(is_owned) then 'lost'
        when not bool_or(is_available) then 'not_available'
        when not bool_or(has_room) then 'limit'
        when not bool_or(is_within_kind) then 'enough'
        when max(tries) is null then 'already'
      end as refusal
    from (
      select user_id, nth, is_owned, is_available, has_room, is_within_kind, poshmark_id, null::smallint as tries,
        null::integer as share_count
      from looked
      union all select user_id, null, null, null, null, null, null, tries, null from written
      union all select user_id, null, null, null, null, null, null, null, share_count from counted
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
