-- What an operator sees and does: the hold of all bots, the processes, counts of the last hours, runs of jobs, and backups.

-- Each time the operator held all bots. At most one hold is not released.
create table holds (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: until it is released
  until timestamptz check (until > at),
  reason text check (char_length(reason) between 1 and 200 and reason !~ '[[:cntrl:]]'),
  via text not null check (via in ('command', 'page')),
  who text not null,
  released_at timestamptz,
  released_via text check (released_via in ('command', 'page', 'time')),
  released_who text
);
create unique index holds_open on holds ((released_at is null)) where released_at is null;

-- The processes of this installation, by their last sign of life.
create table processes (
  id uuid primary key,
  role text not null,
  version text not null,
  host text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  bots integer not null,
  memory_mb integer not null,
  -- of the disk with the data folder; null where the system does not tell
  free_mb integer
);

-- What all processes counted, in steps of ten seconds: shares by outcome, how late they were, and refused calls.
create table operation_counts (
  at timestamptz not null,
  name text not null,
  count bigint not null,
  primary key (at, name)
);

-- The last run of each kind of job, and of each step of the maintenance.
create table job_runs (
  name text primary key,
  ok_at timestamptz,
  failed_at timestamptz,
  -- in a row
  failures integer not null default 0,
  error text
);

create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  file text not null,
  bytes bigint not null,
  is_encrypted boolean not null,
  -- when this file was last restored for a test
  tried_at timestamptz
);

create table operator_sessions (
  token_hash text primary key,
  expires_at timestamptz not null
);

-- bot

-- What a marketplace does to the whole installation. `refusing`: sellers whom it refused in the last ten minutes.
create view marketplace_guards as
  select m.practice, b.held_until, (
      select count(*)::int from marketplace_refusals r
      where r.practice = m.practice and r.at > now() - interval '10 minutes'
    ) as refusing
  from (values (false), (true)) as m(practice) left join marketplace_breakers b on b.practice = m.practice;
