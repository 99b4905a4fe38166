-- What an account asks for beside the password, and the browsers that it has been used in.

-- Identifies a seller to a passkey without saying who they are.
alter table users add passkey_handle uuid not null default gen_random_uuid();

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- goes up with each use, where the device counts at all
  counter bigint not null,
  transports text[] not null,
  -- a password manager keeps copies of it on other devices
  is_synced boolean not null,
  -- what the browser that made it calls itself
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A question that a passkey answers once.
create table passkey_challenges (
  -- SHA-256 of the challenge
  hash text primary key,
  -- null: nobody is signed in yet
  user_id bigint references users on delete cascade,
  purpose text not null check (purpose in ('create', 'use')),
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table authenticator_apps (
  user_id bigint primary key references users on delete cascade,
  -- sealed
  secret text not null,
  created_at timestamptz not null,
  -- null: the seller has not typed a code from it yet, so nothing asks for one
  confirmed_at timestamptz,
  -- the time step of the newest code that was taken: no code works twice
  last_step bigint not null default 0
);

create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the account and the code
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- A browser that the account was used in, by a cookie that it keeps.
create table known_browsers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the cookie's value
  token_hash text not null,
  user_agent text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- null: the seller was told and has not answered
  recognized_at timestamptz,
  unique (user_id, token_hash)
);
create index known_browsers_seen on known_browsers (last_seen_at);

alter table sessions
  add browser_id bigint references known_browsers on delete set null,
  -- when the seller last proved in this session who they are
  add confirmed_at timestamptz;
create index sessions_browser on sessions (browser_id) where browser_id is not null;

alter table account_events add browser_id bigint references known_browsers on delete set null;
create index account_events_browser on account_events (browser_id) where browser_id is not null;

-- A key of its own, because the closet's is erased when the closet is disconnected.
alter table data_keys drop constraint data_keys_purpose_check,
  add constraint data_keys_purpose_check check (purpose in ('closet', 'push', 'sign-in'));

-- Devices hear of new sign-ins unless their seller turns that off.
alter table push_subscriptions drop constraint push_subscriptions_events_check,
  add constraint push_subscriptions_events_check check (events <@ '{needs,stopped,prices,summary,security}');
update push_subscriptions set events = events || '{security}';
