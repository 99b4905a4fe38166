-- PostgreSQL begins a new timeline when a standby is promoted, or when a server is restored to an earlier moment. 0 where a server
-- does not have timelines.
create function database_timeline() returns integer language plpgsql stable as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
exception when others then
  return 0;
end $$;

-- Whether a commit waits until a standby has it, too.
create function commits_reach_standby() returns boolean language sql stable as $$
  select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_apply')
$$;

-- The timeline that Hangtag's data was written on. The standby's copy says what the old primary's was, so the first worker after a
-- promotion sees the difference.
create table known_timeline (
  is_only boolean primary key default true check (is_only),
  timeline integer not null,
  -- When a worker last took a lease.
  seen_at timestamptz not null default now(),
  -- How many reservations of a bot may be missing since the last promotion, and when that was. Null: none is.
  missing_shares integer,
  promoted_at timestamptz
);
insert into known_timeline (timeline) values (database_timeline());

-- A lease counts on one timeline only.
alter table workers
  add column timeline integer not null default database_timeline(),
  add column renewed_at timestamptz not null default now(),
  add column is_synchronous boolean not null default false;
