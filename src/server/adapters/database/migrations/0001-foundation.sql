-- The whole product's first schema. Instants are timestamptz in UTC; money is whole US dollars where the name says price.

create table users (
  id bigint generated always as identity primary key,
  username text,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  phone_number text,
  -- argon2id, with its parameters and salt
  password text not null,
  timezone text not null default 'UTC',
  -- a guest of the demo, with the moment at which everything of theirs is erased
  guest_until timestamptz,
  created_at timestamptz not null
);
create unique index users_username on users (lower(username));
create index users_guests on users (guest_until) where guest_until is not null;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the cookie's value
  token_hash text not null unique,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table password_resets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the token that was mailed
  token text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- One row an event that is counted against a limit (failed sign-ins, registrations, messages). Loss in a crash is fine.
create unlogged table rate_marks (
  key text not null,
  at timestamptz not null
);
create index rate_marks_key on rate_marks (key, at);

-- One data key a seller, wrapped by the installation's key (envelope encryption).
create table data_keys (
  user_id bigint primary key references users on delete cascade,
  wrapped text not null,
  key_id text not null,
  created_at timestamptz not null default now()
);
create table vault_canary (
  key_id text primary key,
  sealed text not null
);

create table closets (
  user_id bigint primary key references users on delete cascade,
  practice boolean not null,
  -- what the seller typed, and what the marketplace calls the closet
  username text,
  handle text,
  market_user_id text,
  -- sealed: {username, password}, the cookie jar, and a sign-in that waits for its code
  credentials text,
  session text,
  pending_sign_in text,
  pending_until timestamptz,
  code_requested_at timestamptz,
  state text not null check (state in ('setup_required', 'connection_issue', 'ready')),
  reason text,
  reason_message text,
  -- raised whenever the session changes, so that a worker that holds an older jar reads it again
  revision bigint not null default 1,
  -- while this is ahead of the clock another call of this account is under way and no share is reserved
  hold_until timestamptz,
  linked_at timestamptz not null,
  last_tested_at timestamptz,
  last_synced_at timestamptz
);
create index closets_market_user on closets (market_user_id) where not practice;

create table listings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  poshmark_id text not null,
  -- the closet it was read from; a seller may link another one later
  market_user_id text not null,
  title text not null,
  price integer check (price >= 0),
  original_price integer check (original_price >= 0),
  floor_price integer check (floor_price >= 0),
  is_active boolean not null default true,
  availability text not null default 'available' check (availability in ('available', 'sold', 'not_for_sale', 'removed')),
  last_shared timestamptz,
  like_count integer not null default 0,
  share_count integer not null default 0,
  market_share_count integer not null default 0,
  comment_count integer not null default 0,
  brand text,
  department text,
  category text,
  subcategory text,
  size text,
  condition text,
  colors text[] not null default '{}',
  image_url text,
  picture_urls text[] not null default '{}',
  url text not null,
  -- 0 is the first of the closet, in the closet's own order at the last sync
  closet_position integer,
  listed_at timestamptz,
  sold_at timestamptz,
  market_updated_at timestamptz,
  synced_at timestamptz not null,
  unique (user_id, poshmark_id)
) with (fillfactor = 70);

create table price_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  at timestamptz not null,
  old_price integer,
  new_price integer not null,
  source text not null check (source in ('manual', 'optimizer', 'analysis', 'undo', 'marketplace'))
);
create index price_changes_listing on price_changes (listing_id, at desc);

create table offers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  sent_at timestamptz not null,
  price integer not null,
  -- null: no shipping discount
  discount_label text,
  discount_cost_cents integer,
  outcome text not null check (outcome in ('sending', 'sent', 'refused', 'unknown'))
);
create index offers_listing on offers (listing_id, sent_at desc);

-- All but shares: those are told by share_attempts, so that one share is one row.
create table activity_logs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  action text not null,
  details text,
  listing_id bigint references listings on delete set null,
  timestamp timestamptz not null
);
create index activity_logs_user on activity_logs (user_id, timestamp desc, id desc);

-- Reservations of a share day: confirmed shares, unknown ones, and those in flight. Exactly one row a user and date.
create table daily_share_counts (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  share_date text not null check (share_date ~ '^\d{4}-\d\d-\d\d$'),
  share_count integer not null default 0 check (share_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, share_date)
) with (fillfactor = 50);

-- A running process that owns bots for as long as its lease stands, by the database's own clock.
create table workers (
  id uuid primary key,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
);

create table bots (
  user_id bigint primary key references users on delete cascade,
  state text not null default 'stopped' check (state in ('stopped', 'waiting', 'sharing', 'paused')),
  settings jsonb not null,
  -- raised by every change that the owning worker has to see
  revision bigint not null default 1,
  -- the limit that reserve checks: the seller's own, or less after a warning of the marketplace
  limit_in_force integer not null check (limit_in_force >= 0),
  limit_reason text,
  -- the seller's date of the last reservation; never moves backwards
  share_day text,
  -- after a move to another zone, until this moment the limit also holds over any 24 hours
  rolling_until timestamptz,
  -- who works for it; a take-over raises the epoch, and a reservation needs the epoch it was claimed with
  owner uuid,
  epoch bigint not null default 0,
  -- when a worker has to look again; null: nothing to do until the seller acts
  due_at timestamptz,
  round_id bigint,
  last_round_at timestamptz,
  pause_reason text,
  pause_message text,
  paused_at timestamptz,
  resumes_at timestamptz,
  -- what the marketplace complained about lately (domain: Trouble)
  trouble jsonb not null default '{}',
  started_at timestamptz,
  consented_at timestamptz,
  limit_reached_at timestamptz
) with (fillfactor = 70);
create index bots_due on bots (due_at) where state <> 'stopped' and due_at is not null;
create index bots_owner on bots (owner) where owner is not null;

create table rounds (
  -- milliseconds of its start times 2^20 plus a sequence number: time-ordered, and the key of the partitions below
  id bigint primary key,
  user_id bigint not null references users on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- listings in sharing order; emptied when the round ends
  plan bigint[] not null,
  planned integer not null,
  shares integer not null default 0,
  unknown integer not null default 0,
  failed integer not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'cut', 'stopped')),
  slot integer,
  -- slot mode: no share at or after this moment
  cuts_at timestamptz
);
create index rounds_user on rounds (user_id, id desc);
create sequence round_numbers as integer maxvalue 1048575 cycle;

-- Reserve before acting: a row is permission to send once. 0 reserved, 1 shared, 2 refused, 3 unknown.
create table share_attempts (
  round_id bigint not null,
  listing_id bigint not null,
  user_id bigint not null,
  share_date date not null,
  reserved_at timestamptz not null,
  settled_at timestamptz,
  outcome smallint not null default 0,
  tries smallint not null default 1,
  -- the marketplace's own trace id of a confirmed share, or why it was refused
  evidence text,
  primary key (round_id, listing_id)
) partition by range (round_id);
create index share_attempts_user on share_attempts (user_id, reserved_at desc);

-- One partition a UTC day of round starts. Attached, not created in place: attaching leaves readers and writers alone.
create function ensure_share_partition(day date) returns void language plpgsql as $$
declare
  partition_name text := 'share_attempts_' || to_char(day, 'YYYYMMDD');
  low bigint := (extract(epoch from day)::bigint * 1000) << 20;
  high bigint := (extract(epoch from day + 1)::bigint * 1000) << 20;
begin
  if to_regclass(partition_name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('ensure_share_partition'));
  -- Asked of the table: to_regclass remembers its first answer, and another may have made it while we waited.
  if exists (select from pg_class where relname = partition_name and pg_table_is_visible(oid)) then return; end if;
  execute format(
    'create table %I (like share_attempts including all) with (fillfactor = 60, autovacuum_vacuum_insert_scale_factor = 0.5)',
    partition_name
  );
  execute format('alter table share_attempts attach partition %I for values from (%s) to (%s)', partition_name, low, high);
end $$;

create table contact_messages (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);
