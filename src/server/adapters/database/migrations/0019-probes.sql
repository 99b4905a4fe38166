-- A marketplace that refused many sellers is tried with one bot's next share at a time, never before held_until. It is held until
-- such a share was accepted: while closed_at is missing or before held_until.
alter table marketplace_breakers
  -- How many refused tries came before. Each makes the hold longer.
  add column failures smallint not null default 0,
  add column closed_at timestamptz;
update marketplace_breakers set closed_at = now() where held_until <= now();

create view open_circuits as
  select practice, held_until, failures from marketplace_breakers where closed_at is null or closed_at < held_until;

create or replace view marketplace_guards as
  select m.practice, c.held_until, (
      select count(*)::int from marketplace_refusals r
      where r.practice = m.practice and r.at > now() - interval '10 minutes'
    ) as refusing
  from (values (false), (true)) as m(practice) left join open_circuits c on c.practice = m.practice;

-- The moment of the backup that this database was restored from, and when that was. Shares between the two may be missing.
alter table known_timeline
  add column restored_from timestamptz,
  add column restored_at timestamptz;

-- How many of a day's counted shares no row shows, because a database lost them.
alter table daily_share_counts add column assumed integer not null default 0;
create or replace view share_days as
  select user_id, share_date, share_count - assumed as share_count from daily_share_counts where share_count > assumed;
