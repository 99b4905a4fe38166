-- Paired browsers: each may carry a seller's calls to the marketplace.
create table companions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- Only hashes: a leaked database carries no calls. The next token waits until the browser has used it.
  token_hash text not null unique,
  next_token_hash text unique,
  token_since timestamptz not null,
  paired_at timestamptz not null,
  seen_at timestamptz,
  state text not null default 'ready'
    check (state in ('ready', 'paused', 'signed_out', 'human_check', 'no_permission')),
  version text,
  -- The poll that is open: an older one of the same browser gets no request.
  poll uuid,
  is_working boolean not null default false
);
create index companions_user on companions (user_id);
create unique index companions_working on companions (user_id) where is_working;

-- One code per seller: a new one replaces the old one.
create table companion_codes (
  user_id bigint primary key references users on delete cascade,
  code_hash text not null unique,
  expires_at timestamptz not null
);

-- A call to the marketplace that is on its way through a browser, at most one per seller. Unlogged, because its texts
-- may hold personal data and must reach neither the write-ahead log nor a replica, and because a signal at commit then
-- waits for no disk. After a crash of the database it is empty: what was in it can't be claimed, and counts as unknown.
create unlogged table relayed_requests (
  user_id bigint primary key references users on delete cascade,
  id uuid not null unique,
  -- Not jsonb, which refuses characters that a page may contain.
  request json not null,
  -- By the database's clock, like every lease.
  claim_until timestamptz not null,
  deadline timestamptz not null,
  claimed_at timestamptz,
  claimed_by bigint,
  answer json
);
create index relayed_requests_deadline on relayed_requests (deadline);

-- Through what a closet's calls travel. A closet that is linked by the browser has no cookies here.
alter table closets add transport text not null default 'server' check (transport in ('server', 'browser'));
-- The seller allowed a paired browser to renew an expired session of the server.
alter table closets add renews_session boolean not null default false;

create or replace view closet_connections as
  select user_id, practice, username, handle, market_user_id, state, revision, last_synced_at,
    credentials is not null or session is not null as has_credentials, transport
  from closets;

-- A running bot whose share was due while no paired browser was awake.
alter table bots drop constraint bots_state_check;
alter table bots add constraint bots_state_check
  check (state in ('stopped', 'waiting', 'sharing', 'paused', 'waiting_for_browser'));
alter table bots add browser_lost_at timestamptz;
-- The share day of the last notification about it: one a day.
alter table bots add browser_noticed_on text;
