-- Everything that Hangtag stores. Instants are timestamptz in UTC. Money is whole US dollars where the name says price, and cents
-- where it says so.
--
-- First the tables by noun, then the functions and triggers, and then the views. Every table belongs to one feature. What the others
-- may read of it is a view, named for what it publishes; tests/architecture.test.ts lists who may read which. PostgreSQL plans a view
-- as if its text stood in the query.
--
-- Keys of tables that shares, prices, and open dashboards use begin with the seller, so that a database which spreads its tables by
-- seller finds a row in one place (decision 42). Every reference has an index, because erasing an account follows all of them.

-- account ------------------------------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  username text,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  -- The address that the seller has confirmed with a mailed link. It counts only while it is also the account's address.
  confirmed_email text,
  phone_number text,
  -- argon2id, with its parameters and salt
  password text not null,
  timezone text not null default 'UTC',
  -- a guest of the demo, with the moment at which everything of theirs is erased
  guest_until timestamptz,
  created_at timestamptz not null,
  -- The seller put the offer of notifications away.
  push_offer_declined_at timestamptz,
  -- Whether the seller's browser loads pictures of listings through this server instead of from the marketplace.
  pictures_through_server boolean not null default false,
  -- Identifies a seller to a passkey without saying who they are.
  passkey_handle uuid not null default gen_random_uuid()
);
create unique index users_username on users (lower(username));
create index users_guests on users (guest_until) where guest_until is not null;

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

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the cookie's value
  token_hash text not null unique,
  user_agent text not null,
  browser_id bigint references known_browsers on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- when the seller last proved in this session who they are
  confirmed_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_browser on sessions (browser_id) where browser_id is not null;

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

-- The address that waits for its link to be opened: the account's own, or the one that will replace it.
create table email_confirmations (
  user_id bigint primary key references users on delete cascade,
  email text not null,
  -- SHA-256 of the token in the link
  token_hash text not null unique,
  created_at timestamptz not null,
  -- of the link; the address may wait for longer, and then gets a new link
  expires_at timestamptz not null
);
create index email_confirmations_age on email_confirmations (created_at);

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

-- The QR code that signs a phone in: the newest of each account.
create table phone_links (
  user_id bigint primary key references users on delete cascade,
  id bigint generated always as identity unique,
  -- It ends with the session that made it. No foreign key: nothing has to be done when that session ends.
  session_id bigint not null,
  -- SHA-256 of the link's token
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_session_id bigint,
  used_by_agent text,
  used_by_address text
);

-- What happened to an account, for its seller: who signed in, what was changed, and from where.
create table account_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  what text not null,
  -- null: the operator did it
  address text,
  user_agent text,
  browser_id bigint references known_browsers on delete set null,
  -- How often it happened: wrong passwords and wrong codes are counted in one row for each client and hour, so that guessing can't
  -- fill an account's log. Everything else happens once.
  times integer not null default 1 check (times > 0)
);
create index account_events_user on account_events (user_id, id desc);
create index account_events_browser on account_events (browser_id) where browser_id is not null;

-- One row an event that is counted against a limit (failed sign-ins, registrations, messages). Loss in a crash is fine.
create unlogged table rate_marks (
  key text not null,
  at timestamptz not null
);
create index rate_marks_key on rate_marks (key, at);

-- the vault ----------------------------------------------------------------------------------------------------------------------

-- A seller's data keys, wrapped by the installation's key (envelope encryption). Each purpose has its own: the closet's is erased when
-- the closet is disconnected.
create table data_keys (
  user_id bigint not null references users on delete cascade,
  purpose text not null default 'closet' check (purpose in ('closet', 'push', 'sign-in')),
  wrapped text not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);
-- A database role for web processes may not write the data keys of closets. The owner of the tables is not held by this.
alter table data_keys enable row level security;
create policy read_all on data_keys for select using (true);
create policy make_own on data_keys for insert with check (purpose <> 'closet');
create policy forget on data_keys for delete using (true);

create table vault_canary (
  key_id text primary key,
  sealed text not null
);

-- What belongs to the installation as a whole, sealed by its key: the pair that push services know it by.
create table installation_secrets (
  name text primary key,
  sealed text not null,
  key_id text not null
);

-- closet -------------------------------------------------------------------------------------------------------------------------

create table closets (
  user_id bigint primary key references users on delete cascade,
  practice boolean not null,
  -- what the seller typed, and what the marketplace calls the closet
  username text,
  handle text,
  market_user_id text,
  -- Through what its calls travel. A closet that is linked by the browser has no cookies here.
  transport text not null default 'server' check (transport in ('server', 'browser')),
  -- The seller allowed a paired browser to renew an expired session of the server.
  renews_session boolean not null default false,
  -- sealed: {username, password}, the cookie jar, and a sign-in that waits for its code
  credentials text,
  session text,
  pending_sign_in text,
  pending_until timestamptz,
  code_requested_at timestamptz,
  state text not null check (state in ('setup_required', 'connection_issue', 'ready')),
  reason text,
  reason_message text,
  -- A human check that a share or another write has met: a read that is answered doesn't show that it is done.
  check_needs_share boolean not null default false,
  -- The seller says that the human check is done: the next write of any kind shows whether it is.
  check_said_done boolean not null default false,
  -- raised whenever the session changes, so that a worker that holds an older jar reads it again
  revision bigint not null default 1,
  -- while this is ahead of the clock another call of this account is under way and no share is reserved
  locked_until timestamptz,
  -- Raised whenever the account lock is taken: what its holder writes is checked against the number that it was given.
  lock_epoch bigint not null default 0,
  linked_at timestamptz not null,
  last_tested_at timestamptz,
  -- What the last test of the connection found. Null: not known.
  last_test_passed boolean,
  last_synced_at timestamptz,
  -- How many listings the last complete reading of the closet showed. When it was last tried in vain: null after a reading that
  -- succeeded. While a large closet is read: how many listings were seen, and of how many, which counts only while the account is
  -- locked.
  shown_listings integer,
  read_failed_at timestamptz,
  reading_seen integer,
  reading_total integer,
  -- What the sync after connecting found and nobody has been told: how many listings are new, changed, sold, and removed, and when
  -- that was. The seller's next sync reports it, whichever process makes it.
  untold_sync jsonb
);
create index closets_market_user on closets (market_user_id) where not practice;

-- A seller's last test of the marketplace's API, which is the answer to every test within ten seconds, whichever process makes it.
-- Unlogged, because it is only of this moment.
create unlogged table api_tests (
  user_id bigint primary key references users on delete cascade,
  at timestamptz not null,
  -- What the answer is about. A closet that is connected in another way is tested again.
  connection text not null,
  -- Not jsonb, which refuses characters that a message may contain.
  answer json not null
);

-- A call that a web process can't make itself, because only workers open what sellers entrust. Unlogged for the same reasons as
-- relayed_requests: it is only of this moment, and after a crash of the database its outcome is unknown.
create unlogged table worker_calls (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- Sealed to the workers' key, and erased as soon as one has taken the call.
  input text,
  -- By the database's clock, like every lease.
  claim_until timestamptz not null,
  claimed_by uuid,
  -- The worker renews it while it works. When it ends without an answer, the outcome is unknown.
  claimed_until timestamptz,
  -- What the web process tells the seller. Not jsonb, which refuses characters that a message may contain.
  answer json,
  answered_at timestamptz
);
create index worker_calls_user on worker_calls (user_id);

-- companion ----------------------------------------------------------------------------------------------------------------------

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
  -- Which poll took the call. If its reply was never made, that proves that the call never left, and only this claim is taken back.
  claimed_poll uuid,
  answer json
);
create index relayed_requests_deadline on relayed_requests (deadline);

-- listings -----------------------------------------------------------------------------------------------------------------------

create table listings (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  poshmark_id text not null,
  -- the closet it was read from; a seller may link another one later
  market_user_id text not null,
  title text not null,
  price integer check (price >= 0),
  -- of its prices, as the marketplace tells it
  currency text not null default 'USD',
  original_price integer check (original_price >= 0),
  floor_price integer check (floor_price >= 0),
  -- Of the price history and of reports. null: nothing is known but the present price.
  lowest_price integer check (lowest_price >= 0),
  -- What the seller paid for it, how it is labeled, and where it is kept. What a report gave, a later report may change. What the
  -- seller typed, no report changes.
  cost_cents integer check (cost_cents >= 0),
  cost_from_report boolean not null default false,
  sku text,
  sku_from_report boolean not null default false,
  shelf text,
  is_active boolean not null default true,
  -- reserved: a buyer is paying
  availability text not null default 'available'
    check (availability in ('available', 'sold', 'not_for_sale', 'reserved', 'removed')),
  -- The seller leaves it out of rounds. It stays for sale, gets offers, and can be repriced.
  skip_sharing boolean not null default false,
  like_count integer not null default 0,
  -- Since when nobody has liked it and its price hasn't changed, as far as readings tell: likes that it had when it was first read
  -- may be new.
  quiet_since timestamptz not null default now(),
  market_share_count integer not null default 0,
  comment_count integer not null default 0,
  brand text,
  brand_id text,
  department text,
  category text,
  subcategory text,
  -- of the category and its subcategories; empty until a reading shows them
  category_ids text[] not null default '{}',
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
  primary key (user_id, id),
  unique (user_id, poshmark_id)
) with (fillfactor = 70);

-- How often Hangtag has shared a listing, and when last. Apart from `listings`: each share would copy a row of 680 bytes, and 10,000
-- bots would touch all of that table's pages again after each checkpoint. These rows have 60 bytes. A listing gets its row with its
-- first share. Listings of other people, which were shared back, have one row together, under id 0.
create table listing_share_counts (
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null,
  share_count integer not null,
  last_shared timestamptz not null,
  primary key (user_id, listing_id)
) with (fillfactor = 70);

-- A value that changes whenever anything about a seller's listings changes that a status shows and no share changes: which there
-- are, their titles, and which of them rounds share. A status that was read before is right as long as it is the same. It is
-- the number of the last such transaction. The row's lock orders two of one seller, so none of them is missed.
create table listing_versions (
  user_id bigint primary key references users on delete cascade,
  version xid8 not null
) with (fillfactor = 50);

-- The journal of price changes. A batch and its writes stand here before the first one is sent.
create table price_batches (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  source text not null check (source in ('manual', 'optimizer', 'analysis', 'drop')),
  -- the seller's second word for changes of more than 60 %
  confirmed_large boolean not null,
  -- kept for 48 hours: the same key again is answered with this batch
  idempotency_key text,
  -- SHA-256 of what the key came with
  body_hash text,
  created_at timestamptz not null,
  -- When the batch was seen to be done: its seller was told then, or need not be. What is older than this is no news.
  notified_at timestamptz,
  primary key (user_id, id)
);
create unique index price_batches_key on price_batches (user_id, idempotency_key) where idempotency_key is not null;
create index price_batches_not_notified on price_batches (user_id) where notified_at is null;
-- What an account stores is summed up by account.
create index price_batches_user on price_batches (user_id, created_at);

create table price_writes (
  id bigint generated always as identity,
  batch_id bigint not null,
  user_id bigint not null references users on delete cascade,
  -- as the seller named it; where listing_id is null it is none of theirs
  asked_id text not null,
  listing_id bigint,
  -- null: a change; else the change that this one puts back
  undoes bigint,
  -- The price that the seller was shown when asking for a change. If the marketplace has another one, the write is not made. Null: the
  -- client did not say.
  expected_price integer,
  new_price integer not null,
  -- what the marketplace showed just before the write
  old_price integer,
  -- sending: the write may have left us; what became of it is found out by reading
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'updated', 'failed', 'unknown')),
  tries integer not null default 0,
  error text,
  message text,
  asked_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, batch_id) references price_batches (user_id, id) on delete cascade,
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade,
  foreign key (user_id, undoes) references price_writes (user_id, id) on delete cascade
);
create unique index price_writes_once on price_writes (user_id, batch_id, listing_id) where undoes is null;
create unique index price_writes_undone_once on price_writes (user_id, undoes) where state <> 'failed';
create index price_writes_batch on price_writes (user_id, batch_id, id);
create index price_writes_listing on price_writes (user_id, listing_id) where listing_id is not null;
create index price_writes_undoes on price_writes (user_id, undoes) where undoes is not null;
create index price_writes_open on price_writes (user_id, id) where state in ('waiting', 'sending');
create index price_writes_settled on price_writes (user_id, settled_at desc, id desc) where settled_at is not null;
-- How many price changes a seller asked for in a day.
create index price_writes_asked on price_writes (user_id, asked_at);

create table price_changes (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null,
  at timestamptz not null,
  old_price integer,
  new_price integer not null,
  source text not null check (source in ('manual', 'optimizer', 'analysis', 'drop', 'undo', 'marketplace')),
  batch_id bigint,
  primary key (user_id, id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade,
  foreign key (user_id, batch_id) references price_batches (user_id, id) on delete set null (batch_id)
);
create index price_changes_listing on price_changes (user_id, listing_id, at desc);
create index price_changes_batch on price_changes (user_id, batch_id) where batch_id is not null;

-- sales --------------------------------------------------------------------------------------------------------------------------

-- Sales that a seller brought from a file of their own. Each import can be undone as a whole.
create table sale_imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  file_name text not null,
  -- The sales of the file that earlier imports had brought, by id. Undoing one of those leaves them to this import.
  known_sales bigint[] not null default '{}'
);
create index sale_imports_user on sale_imports (user_id, at desc);

-- One row for each sale of a seller, whichever way it came: from a file, from the closet, or by hand. Nothing about a buyer.
create table sales (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  -- where most of its fields are from; a sale that a report and the closet both know is of the report
  source text not null check (source in ('report', 'marketplace', 'manual')),
  -- of a report: the oldest import that contains it
  import_id bigint references sale_imports,
  -- the order's number in reports, which is the sale's id at the marketplace; the rows of a bundle share it
  order_id text,
  -- where it was sold: 'poshmark', or what the seller calls another place
  channel text not null default 'poshmark',
  -- the marketplace's own words for the state; null if the closet never showed the sale
  market_state text,
  state text not null check (state in ('sold', 'shipped', 'delivered', 'complete', 'cancelled', 'returned', 'other')),
  -- the seller chose the state, so no file and no reading changes it
  state_by_seller boolean not null default false,
  sold_on date,
  listed_on date,
  title text not null,
  brand text,
  department text,
  category text,
  subcategory text,
  size text,
  condition text,
  sku text,
  shelf text,
  -- null: not known
  is_bundle boolean,
  via_offer boolean,
  quantity int not null default 1 check (quantity between 1 and 100),
  -- of all pieces of the row together
  price_cents integer not null check (price_cents >= 0),
  -- the retail price, for comparing
  original_price_cents integer,
  list_price_cents integer,
  lowest_price_cents integer,
  shipping_discount_cents integer,
  label_fee_cents integer,
  packaging_fee_cents integer,
  other_fee_cents integer,
  -- what a report or the marketplace says was earned, and what the seller says the fee was
  reported_earnings_cents integer,
  stated_fee_cents integer,
  -- what the seller says all other fees were, in place of the three above
  stated_other_fees_cents integer,
  -- computed by domain/sales/earnings.ts on each write: price - fee - shipping discount = earnings
  fee_cents integer not null,
  earnings_cents integer not null,
  cost_cents integer,
  -- what the seller typed wins over the report's cell, and that over the listing's cost; 'seller' without a cost: taken out by hand
  cost_by text check (cost_by in ('seller', 'report', 'listing')),
  sales_tax_cents integer,
  note text,
  listing_id bigint,
  -- what follows from the row alone, so that no two readers compute it differently
  counts boolean not null generated always as (state not in ('cancelled', 'returned')) stored,
  other_fees_cents integer generated always as (
    coalesce(stated_other_fees_cents, case when num_nonnulls(label_fee_cents, packaging_fee_cents, other_fee_cents) > 0 then
      coalesce(label_fee_cents, 0) + coalesce(packaging_fee_cents, 0) + coalesce(other_fee_cents, 0) end)) stored,
  profit_cents integer generated always as (
    earnings_cents - coalesce(stated_other_fees_cents,
      coalesce(label_fee_cents, 0) + coalesce(packaging_fee_cents, 0) + coalesce(other_fee_cents, 0)) - cost_cents) stored,
  days_to_sell integer generated always as (case when sold_on >= listed_on then sold_on - listed_on end) stored,
  primary key (user_id, id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete set null (listing_id)
);
-- Newest first; a sale without a date comes last.
create index sales_newest on sales (user_id, coalesce(sold_on, '-infinity') desc, id desc);
create index sales_title on sales (user_id, lower(title));
create index sales_order on sales (user_id, order_id) where order_id is not null;
create index sales_import on sales (import_id) where import_id is not null;
create index sales_listing on sales (user_id, listing_id) where listing_id is not null;

-- A value that changes whenever something changes that prices are learned from: the number of the last such transaction. The row's lock
-- orders two of one seller.
create table sale_versions (
  user_id bigint primary key references users on delete cascade,
  version xid8 not null
);

-- When the sales of a closet were read. A seller without a row has never asked for it, so Hangtag doesn't read them on its own.
create table sale_readings (
  user_id bigint primary key references users on delete cascade,
  read_at timestamptz not null,
  -- the last time because a reading of the closet found something sold
  followed_at timestamptz
);

-- Listings that were bought together, for one price.
create table lots (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  name text not null,
  bought_on date,
  cost_cents integer not null check (cost_cents >= 0),
  split text not null check (split in ('even', 'price')),
  primary key (user_id, id)
);

-- What each listing of a lot cost. A listing is in one lot at most.
create table lot_parts (
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null,
  lot_id bigint not null,
  cost_cents integer not null check (cost_cents >= 0),
  primary key (user_id, listing_id),
  foreign key (user_id, lot_id) references lots (user_id, id) on delete cascade,
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade
);
create index lot_parts_lot on lot_parts (user_id, lot_id);

-- parties ------------------------------------------------------------------------------------------------------------------------

-- Parties as the marketplace showed them, and what their rules ask about listings.
create table parties (
  user_id bigint not null references users on delete cascade,
  party_id text not null,
  -- the closet it was read for; a seller may link another one later
  market_user_id text not null,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- as of the reading
  status text not null check (status in ('upcoming', 'ongoing', 'ended')),
  -- { brands, categories, sizes, unknown }: unknown are the rules that Hangtag doesn't understand
  theme jsonb not null,
  read_at timestamptz not null,
  primary key (user_id, party_id)
);

-- experiment ---------------------------------------------------------------------------------------------------------------------

-- Does sharing sell? An experiment splits a closet in two groups each week, and shares one of them only once a day.
create table experiments (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  -- With it, every draw and every interval can be computed again.
  seed integer not null,
  weeks smallint not null check (weeks between 4 and 12),
  state text not null default 'planned' check (state in ('planned', 'running', 'ended', 'stopped')),
  started_at timestamptz not null,
  -- the seller's day on which its first week begins
  first_day date not null,
  -- when it has to be looked at again; null: it is over
  due_at timestamptz,
  ended_at timestamptz,
  -- how large a difference it could see, computed when it was started
  detectable jsonb not null,
  outcomes jsonb,
  primary key (user_id, id),
  check ((due_at is null) = (state in ('ended', 'stopped')))
);
-- One at a time.
create unique index experiments_open on experiments (user_id) where due_at is not null;
create index experiments_due on experiments (due_at) where due_at is not null;

create table experiment_weeks (
  user_id bigint not null references users on delete cascade,
  experiment_id bigint not null,
  -- the first one is 0
  week smallint not null,
  -- the readings of the closet that its likes come from
  read_before timestamptz not null,
  read_after timestamptz,
  -- Both were near enough to the week's ends. null: the week isn't over.
  counts boolean,
  primary key (user_id, experiment_id, week),
  foreign key (user_id, experiment_id) references experiments (user_id, id) on delete cascade
);

create table experiment_listings (
  user_id bigint not null references users on delete cascade,
  experiment_id bigint not null,
  week smallint not null,
  listing_id bigint not null,
  -- or else once a day
  is_usual boolean not null,
  -- of price and age
  stratum smallint not null,
  -- with which listing it is compared; null: with none
  pair integer,
  likes_before integer not null,
  likes_after integer,
  shares_before integer not null,
  shares_after integer,
  primary key (user_id, experiment_id, week, listing_id),
  foreign key (user_id, experiment_id, week) references experiment_weeks (user_id, experiment_id, week) on delete cascade,
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade
);
create index experiment_listings_listing on experiment_listings (user_id, listing_id);

-- bot ----------------------------------------------------------------------------------------------------------------------------

create table bots (
  user_id bigint primary key references users on delete cascade,
  state text not null default 'stopped' check (state in ('stopped', 'waiting', 'sharing', 'paused', 'waiting_for_browser')),
  settings jsonb not null,
  -- raised by every change that the owning worker has to see
  revision bigint not null default 1,
  -- the limit that a reservation checks: the seller's own, or less after a warning of the marketplace
  limit_in_force integer not null check (limit_in_force >= 0),
  limit_reason text,
  limit_reached_at timestamptz,
  -- the seller's date of the last reservation; never moves backward
  share_day text,
  -- after a move to another zone, until this moment the limit also holds over any 24 hours
  rolling_until timestamptz,
  -- who works for it; a new owner raises the epoch, and a reservation needs the epoch it was claimed with
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
  -- what the marketplace complained about lately (domain/bot/backoff.ts)
  backoff jsonb not null default '{}',
  started_at timestamptz,
  -- When the seller last started the bot. `started_at` also moves when it starts itself for a new day. A stop that arrives late
  -- leaves a bot running that the seller has started since.
  started_by_seller_at timestamptz,
  -- when a bot that stopped itself at its daily limit starts itself again; null: it stays stopped
  starts_again_at timestamptz,
  consented_at timestamptz,
  -- a share was due while no paired browser was awake
  browser_lost_at timestamptz,
  -- the share day of the last notification about it: one a day
  browser_noticed_on text
) with (fillfactor = 70);
create index bots_due on bots (due_at) where state <> 'stopped' and due_at is not null;
create index bots_owner on bots (owner) where owner is not null;
create index bots_starts_again on bots (starts_again_at) where starts_again_at is not null;

create table rounds (
  -- milliseconds of its start times 2^20 plus a sequence number: time-ordered, and the key of the partitions below
  id bigint not null,
  user_id bigint not null references users on delete cascade,
  -- 0: the seller's closet. 1: listings that match a party. 2: one listing each of people who shared one of the seller's.
  kind smallint not null default 0,
  -- kind 1: the party's id at the marketplace, its title, and its end
  party_id text,
  party_title text,
  party_ends_at timestamptz,
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
  -- time slots: no share at or after this moment
  cuts_at timestamptz,
  -- kind 0: how many were due before it while this computer was asleep or off. null: not known
  missed integer,
  primary key (user_id, id)
);
-- The hourly look at attempts that nobody settled. Few rounds have a share of unknown outcome.
create index rounds_unknown on rounds (id) where unknown > 0;
create sequence round_numbers as integer maxvalue 1048575 cycle;

-- Reserve before acting: a row is permission to send once. 0 reserved, 1 shared, 2 refused, 3 unknown.
create table share_attempts (
  round_id bigint not null,
  -- of a share-back, minus the id in share_backs
  listing_id bigint not null,
  user_id bigint not null,
  -- as in its round, so that the sums by kind come from the ledger alone
  kind smallint not null default 0,
  share_date date not null,
  reserved_at timestamptz not null,
  settled_at timestamptz,
  outcome smallint not null default 0,
  tries smallint not null default 1,
  -- the marketplace's own trace id of a confirmed share, or why it was refused
  evidence text,
  primary key (user_id, round_id, listing_id)
) partition by range (round_id);
create index share_attempts_user on share_attempts (user_id, reserved_at desc);

-- A share day of a seller. Exactly one row a user and date.
create table daily_share_counts (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  share_date text not null check (share_date ~ '^\d{4}-\d\d-\d\d$'),
  -- its reservations: confirmed shares, unknown ones, and those in flight
  share_count integer not null default 0 check (share_count >= 0),
  -- how many of them are shares to parties, and how many are share-backs
  party_count integer not null default 0,
  back_count integer not null default 0,
  -- How many of them no row shows, because a database lost them.
  assumed integer not null default 0,
  -- The offers that count toward the most that a day may have, and how far the run is that sends them now. `offers_until`: no run takes
  -- longer than that for its next step, so one that is silent for longer has ended.
  offer_count integer not null default 0,
  offers_sent integer,
  offers_total integer,
  offers_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, share_date)
) with (fillfactor = 50);

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

-- PostgreSQL begins a new timeline when a standby is promoted, or when a server is restored to an earlier moment. 0 where a server
-- does not have timelines.
create function database_timeline() returns integer language plpgsql stable as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
exception when others then
  return 0;
end $$;

-- A running process that owns bots for as long as its lease stands, by the database's own clock. A lease counts on one timeline only.
create table workers (
  id uuid primary key,
  -- The process that holds a lease, where the database is only used on one machine: the lease of a killed process ends at the
  -- next start. Null where workers may run anywhere.
  holder text,
  started_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  lease_until timestamptz not null,
  timeline integer not null default database_timeline(),
  is_synchronous boolean not null default false
);

-- The timeline that Hangtag's data was written on. The standby's copy says what the old primary's was, so the first worker after a
-- promotion sees the difference.
create table known_timeline (
  is_only boolean primary key default true check (is_only),
  timeline integer not null,
  -- when a worker last took a lease
  seen_at timestamptz not null default now(),
  -- How many reservations of a bot may be missing since the last promotion, and when that was. Null: none is.
  missing_shares integer,
  promoted_at timestamptz,
  -- The moment of the backup that this database was restored from, and when that was. Shares between the two may be missing.
  restored_from timestamptz,
  restored_at timestamptz
);
insert into known_timeline (timeline) values (database_timeline());

-- Refusals of a marketplace in the last minutes, by seller. Many sellers at once: it refuses the installation, not them.
create table marketplace_refusals (
  practice boolean not null,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  primary key (practice, user_id)
);
create index marketplace_refusals_user on marketplace_refusals (user_id);

-- A marketplace that refused many sellers is tried with one bot's next share at a time, never before held_until. It is held until
-- such a share was accepted: while closed_at is missing or before held_until.
create table marketplace_breakers (
  practice boolean primary key,
  held_until timestamptz not null,
  -- How many refused tries came before. Each makes the hold longer.
  failures smallint not null default 0,
  closed_at timestamptz
);

-- offers -------------------------------------------------------------------------------------------------------------------------

-- Rules for offers to likers: one row for each seller who has any, or has changed how many offers a day may have.
create table offer_rules (
  user_id bigint primary key references users on delete cascade,
  most_a_day integer not null check (most_a_day between 1 and 1000),
  -- the one that is asked first first
  rules jsonb not null,
  -- the id of the next new rule, so that none is used twice
  next_id integer not null
);

create table offers (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null,
  sent_at timestamptz not null,
  price integer not null,
  -- null: no shipping discount
  discount_label text,
  discount_cost_cents integer,
  outcome text not null check (outcome in ('sending', 'sent', 'refused', 'unknown')),
  -- the rule that made it; null: the settings of the bot did, because the seller had no rules
  rule_id text,
  primary key (user_id, id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade
);
create index offers_listing on offers (user_id, listing_id, sent_at desc);

-- Keyed hashes of the likers who got an offer. They are erased after 90 days, and have the offer's id.
create table offer_likers (
  user_id bigint not null references users on delete cascade,
  id bigint not null,
  sent_at timestamptz not null,
  likers text[] not null,
  primary key (user_id, id),
  foreign key (user_id, id) references offers (user_id, id) on delete cascade
);

-- drops --------------------------------------------------------------------------------------------------------------------------

create table price_drop_plans (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  -- from 0, in the seller's order
  position integer not null,
  plan jsonb not null,
  -- the day from which days that are so far apart are counted
  first_day date not null,
  -- when it has something to do next; null: never
  next_at timestamptz,
  primary key (user_id, id)
);
create index price_drop_plans_due on price_drop_plans (next_at) where next_at is not null;

-- One row a plan and day, and one for each run by hand. A plan may have been deleted since.
create table price_drop_runs (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  plan_id bigint not null,
  name text not null,
  -- the seller's date
  day date not null,
  by_hand boolean not null,
  batch_id bigint not null,
  started_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, batch_id) references price_batches (user_id, id) on delete cascade
);
create unique index price_drop_runs_planned on price_drop_runs (user_id, plan_id, day) where not by_hand;
create index price_drop_runs_batch on price_drop_runs (user_id, batch_id);
create index price_drop_runs_newest on price_drop_runs (user_id, day);

-- What was sent to the journal. No listing is dropped twice on one day, whatever crashes and however many plans have it.
create table price_drops (
  user_id bigint not null references users on delete cascade,
  day date not null,
  listing_id bigint not null,
  run_id bigint not null,
  -- whole dollars
  price integer not null,
  new_price integer not null,
  primary key (user_id, day, listing_id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade,
  foreign key (user_id, run_id) references price_drop_runs (user_id, id) on delete cascade
);
create index price_drops_listing on price_drops (user_id, listing_id);
create index price_drops_run on price_drops (user_id, run_id);

-- today --------------------------------------------------------------------------------------------------------------------------

-- Which kinds of tasks a seller has put off, and until when.
create table snoozes (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  until timestamptz not null,
  primary key (user_id, kind)
);

-- pricing ------------------------------------------------------------------------------------------------------------------------

-- Public listings of others, kept per marketplace and shared by all sellers who are at it. Never mixed with practice.
create table market_comparables (
  practice boolean not null,
  poshmark_id text not null,
  title text not null,
  price integer not null check (price > 0),
  original_price integer check (original_price > 0),
  state text not null check (state in ('sold', 'ask')),
  brand text,
  department text,
  category text,
  subcategory text,
  size text,
  condition text,
  listed_at timestamptz,
  -- when it was sold, or else when the ask was last seen
  seen_at timestamptz not null,
  -- folded terms it was found by: a label, or a kind of thing
  terms text[] not null,
  -- When a search last showed it. `seen_at` of a sale is when it sold, which may be long ago.
  renewed_at timestamptz not null default now(),
  primary key (practice, poshmark_id)
);
create index market_comparables_terms on market_comparables using gin (terms);
create index market_comparables_seen on market_comparables (seen_at);

create table market_searches (
  practice boolean not null,
  term text not null,
  searched_at timestamptz not null,
  found integer not null,
  primary key (practice, term)
);

-- One row a marketplace: when the next search may be sent, by whichever process, and until when none is.
create table market_search_pace (
  practice boolean primary key,
  next_at timestamptz not null default 'epoch',
  paused_until timestamptz
);
insert into market_search_pace (practice) values (true), (false);

-- What a seller's own browser says that a search found. Anybody can pair a script in place of a browser, so it counts for this seller
-- only. Otherwise like market_comparables and market_searches, which the server itself has found.
create table browser_comparables (
  user_id bigint not null references users on delete cascade,
  like market_comparables including defaults including constraints,
  primary key (user_id, practice, poshmark_id)
);
create index browser_comparables_seen on browser_comparables (seen_at);

create table browser_searches (
  user_id bigint not null references users on delete cascade,
  like market_searches including defaults including constraints,
  primary key (user_id, practice, term)
);
create index browser_searches_searched on browser_searches (searched_at);

-- What was advised on listings.
create table recommendations (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null,
  at timestamptz not null,
  origin text not null check (origin in ('optimizer', 'analysis')),
  direction text not null check (direction in ('increase', 'decrease', 'maintain')),
  current_price integer not null,
  suggested_price integer not null,
  -- the 80 % interval; null where the engine abstained
  low integer,
  high integer,
  confidence real not null,
  reasons text[] not null,
  -- what the engine knew of the listing, and which comparables it had learned from
  facts jsonb not null,
  primary key (user_id, id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete cascade
);
create index recommendations_listing on recommendations (user_id, listing_id, at desc);
create index recommendations_user on recommendations (user_id, at desc);

-- activity -----------------------------------------------------------------------------------------------------------------------

-- All but shares: those are told by share_attempts, so that one share is one row.
create table activity_logs (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  action text not null,
  details text,
  listing_id bigint,
  timestamp timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, listing_id) references listings (user_id, id) on delete set null (listing_id)
);
create index activity_logs_user on activity_logs (user_id, timestamp desc, id desc);
create index activity_logs_listing on activity_logs (user_id, listing_id) where listing_id is not null;

-- contact ------------------------------------------------------------------------------------------------------------------------

create table contact_messages (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;

-- notices ------------------------------------------------------------------------------------------------------------------------

-- A seller's own devices, which get notifications by the push services of their browsers.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- the session that turned it on: signing it out takes the device along, running out does not
  session_id bigint references sessions on delete set null,
  -- SHA-256 of the endpoint: whoever knows an endpoint and its keys can write to the device
  endpoint_hash text not null unique,
  -- sealed: {endpoint, p256dh, auth}
  target text not null,
  events text[] not null check (events <@ '{needs,stopped,prices,summary,security}'),
  -- what the browser calls itself
  device text not null,
  since timestamptz not null,
  last_success_at timestamptz,
  -- the last message that the push service did not take
  last_failure_at timestamptz,
  -- when the next daily summary is due; null: not chosen
  summary_due_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id) where session_id is not null;
create index push_subscriptions_summary on push_subscriptions (summary_due_at) where summary_due_at is not null;

-- Who gets the daily summary by mail, and when the next one is due.
create table summary_mails (
  user_id bigint primary key references users on delete cascade,
  due_at timestamptz not null
);
create index summary_mails_due on summary_mails (due_at);

-- operation ----------------------------------------------------------------------------------------------------------------------

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

-- functions and triggers ---------------------------------------------------------------------------------------------------------

-- Whether a commit waits until a standby has it, too.
create function commits_reach_standby() returns boolean language sql stable as $$
  select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_apply')
$$;

create function note_new_listings() returns trigger language plpgsql as $$
begin
  insert into listing_versions as v (user_id, version)
    select user_id, pg_current_xact_id() from added group by user_id order by user_id
    on conflict (user_id) do update set version = excluded.version;
  return null;
end $$;
create trigger listings_added after insert on listings referencing new table as added
  for each statement execute function note_new_listings();

-- Once per transaction: a sync may change thousands of rows.
create function note_changed_listing() returns trigger language plpgsql as $$
begin
  if (select version from listing_versions where user_id = new.user_id) is distinct from pg_current_xact_id() then
    insert into listing_versions as v (user_id, version) values (new.user_id, pg_current_xact_id())
      on conflict (user_id) do update set version = excluded.version;
  end if;
  return null;
end $$;
create trigger listings_changed after update of title, is_active, availability, skip_sharing, floor_price on listings
  for each row when ((old.title, old.is_active, old.availability, old.skip_sharing, old.floor_price)
    is distinct from (new.title, new.is_active, new.availability, new.skip_sharing, new.floor_price))
  execute function note_changed_listing();

create function follow_price_changes() returns trigger language plpgsql as $$
begin
  update listings l set lowest_price = least(l.lowest_price, c.lowest), quiet_since = greatest(l.quiet_since, c.last)
  from (
    select user_id, listing_id, least(min(old_price), min(new_price)) as lowest, max(at) as last
    from changes group by user_id, listing_id
  ) c
  where l.user_id = c.user_id and l.id = c.listing_id;
  return null;
end $$;
create trigger price_changes_lowest after insert on price_changes referencing new table as changes
  for each statement execute function follow_price_changes();

-- One partition of the ledger for each UTC day of round starts. Attached, not created in place: attaching leaves readers and writers
-- alone.
--
-- Every attempt is written twice: reserved, and then settled, when its row is half as long again. At 60 % full, the second version
-- of every other row had to go to another page, with new entries in both indexes. At 40 % it stays, and pages end as full as before:
-- measured with 10,000 bots, 229 instead of 238 bytes of table for each attempt, and 83 instead of 107 of its indexes.
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
    'create table %I (like share_attempts including all) with (fillfactor = 40, autovacuum_vacuum_insert_scale_factor = 0.5)',
    partition_name
  );
  execute format('alter table share_attempts attach partition %I for values from (%s) to (%s)', partition_name, low, high);
end $$;

-- A group of reservations is one call instead of five messages: a worker with 10,000 bots waited longer for the answers than the
-- database worked. plpgsql, because each statement sees what was committed before it began, and its plan is kept. A plan that was made
-- while a table was empty would read all of it later, so none may read a whole table: otherwise ten calls for 200 bots, counted with
-- 2,000 sellers, went through four million rows of daily_share_counts.

-- The closets of these sellers, locked until the transaction ends, so that no call takes the lock of their accounts before it.
-- `ordinal` is the seller's number in the array, from 1. A closet that another transaction is changing is left out.
create function pin_closets(user_ids bigint[]) returns table (ordinal integer, revision bigint, is_locked boolean)
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query select a.ordinal::integer, c.revision, coalesce(c.locked_until > now(), false)
    from unnest(user_ids) with ordinality as a(user_id, ordinal) join closets c on c.user_id = a.user_id
    order by c.user_id for share of c skip locked;
end $$;

-- Reserves one share each for many bots of different sellers. Answers where it can say more than that a row is being changed.
-- `ordinal` is the bot's number in the arrays, from 1, and `refusal` is null for a reserved share.
--
-- First it locks the bots' rows and skips those that others have locked, so no two workers wait for each other; then the closets'
-- rows, so that a call that takes the account lock sees this reservation. The last statement reads what can't change under them: every
-- reservation of a seller holds these locks up to its commit. It reads the leases as well, by the clock and not by the start of the
-- transaction, because a host may sleep and wake in between: another worker that frees these bots waits for this commit, and then finds
-- what was reserved. After the promotion of a standby, no lease is worth anything until a worker has counted what that standby may have
-- missed.
--
-- `most_of_kind` is how many shares of its kind the day may have, and `enough` says that it has them. Kind 0 has no such number. The
-- market id of a share-back is known to the worker alone.
create function reserve_shares(
  user_ids bigint[], owners uuid[], epochs bigint[], round_ids bigint[], listing_ids bigint[], share_days text[],
  revisions bigint[], closet_revisions bigint[], kinds smallint[], most_of_kind integer[], moment timestamptz
) returns table (ordinal integer, refusal text, market_id text, tries integer, shares_today integer)
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  -- Of each locked bot that may share: its number, its share day and whether that moves, and its limits.
  able integer[];
  able_users bigint[];
  days text[];
  moves boolean[];
  limits integer[];
  rolling_ends timestamptz[];
  -- Numbers in these arrays, of bots whose closet is locked and ready, too.
  pinned integer[];
  -- The answers.
  ordinals integer[];
  refusals text[];
  closet_ordinals integer[];
  closet_refusals text[];
  answered integer[];
  written_refusals text[];
  market_ids text[];
  tries_of integer[];
  counts integer[];
begin
  select array_agg(ordinal) filter (where refusal is null), array_agg(user_id) filter (where refusal is null),
    array_agg(day) filter (where refusal is null), array_agg(share_day is distinct from day) filter (where refusal is null),
    array_agg(limit_in_force) filter (where refusal is null), array_agg(rolling_until) filter (where refusal is null),
    array_agg(ordinal) filter (where refusal is not null), array_agg(refusal) filter (where refusal is not null)
  into able, able_users, days, moves, limits, rolling_ends, ordinals, refusals
  from (
    select a.ordinal::integer, b.user_id, greatest(b.share_day, a.day) as day, b.share_day, b.limit_in_force, b.rolling_until,
      case
        when b.owner is distinct from a.owner or b.epoch <> a.epoch then 'lost'
        when b.state <> 'sharing' or b.round_id is distinct from a.round_id or b.revision <> a.revision then 'changed'
      end as refusal
    from unnest(user_ids, owners, epochs, round_ids, share_days, revisions)
      with ordinality as a(user_id, owner, epoch, round_id, day, revision, ordinal)
    join bots b on b.user_id = a.user_id
    order by b.user_id for no key update of b skip locked
  ) locked;

  select array_agg(nth) filter (where refusal is null), array_agg(able[nth]) filter (where refusal is not null),
    array_agg(refusal) filter (where refusal is not null)
  into pinned, closet_ordinals, closet_refusals
  from (
    select c.ordinal as nth,
      case when c.is_locked then 'held' when c.revision <> closet_revisions[able[c.ordinal]] then 'changed' end as refusal
    from pin_closets(able_users) c
  ) closets;

  -- The day's count is raised only where the attempt was written, and the attempt is written only where the count has room. The parts
  -- are combined by grouping, not by joins: with index joins alone, joining the parts compared every bot with every other one, and a
  -- batch of 1,000 took half a second. For the same reason a listing is looked up for each bot.
  with standing as materialized (
    select id from workers where id = any(owners) and lease_until > clock_timestamp() and timeline = database_timeline()
  ), asked as (
    select nth, able_users[nth] as user_id, round_ids[able[nth]] as round_id, listing_ids[able[nth]] as listing_id,
      kinds[able[nth]] as kind, most_of_kind[able[nth]] as most_of_kind, days[nth] as day, limits[nth] as limit_in_force,
      rolling_ends[nth] as rolling_until,
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
    select r.ordinal, r.refusal, null, null, null
    from unnest(ordinals || closet_ordinals, refusals || closet_refusals) as r(ordinal, refusal);
end $$;

-- views --------------------------------------------------------------------------------------------------------------------------

-- account

create view sellers as
  select id as user_id, email, timezone, guest_until is not null as is_guest,
    push_offer_declined_at is not null as has_declined_push, created_at,
    coalesce(confirmed_email = email, false) as has_confirmed_email
  from users;

-- activity

create view bot_events as
  select id, user_id, timestamp, action from activity_logs where action like 'BOT\_%';

-- closet

create view closet_connections as
  select user_id, practice, username, handle, market_user_id, state, revision, last_synced_at,
    credentials is not null or session is not null as has_credentials, transport, shown_listings,
    greatest(last_synced_at, read_failed_at) as read_tried_at,
    case when locked_until > now() then reading_seen end as reading_seen,
    case when locked_until > now() then reading_total end as reading_total
  from closets;

-- listings

create view shareable_listings as
  select id, user_id, poshmark_id, title, price, floor_price, like_count, skip_sharing, market_user_id, currency
  from listings where is_active and availability = 'available';

create view listing_shares as
  select l.id, l.user_id, l.title, coalesce(c.share_count, 0) as share_count, c.last_shared,
    l.is_active and l.availability = 'available' and not l.skip_sharing as is_shareable,
    l.is_active and l.availability = 'available' and l.skip_sharing as is_skipped
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;

-- Of the closet that is linked; of all that were, where none is.
create view listing_counts as
  select l.user_id, count(*) filter (where l.is_active)::int as active,
    count(*) filter (where l.availability = 'sold')::int as sold
  from listings l left join closet_connections c on c.user_id = l.user_id
  where l.market_user_id = coalesce(c.market_user_id, l.market_user_id)
  group by l.user_id;

create view listing_changes as select user_id, version from listing_versions;

-- Only prices in US dollars are compared, so it says which they are.
create view priced_listings as
  select l.id, l.user_id, l.market_user_id, l.poshmark_id, l.title, l.price, l.original_price, l.floor_price, l.availability,
    l.is_active, l.like_count, l.market_share_count, c.last_shared, l.listed_at, l.sold_at, l.synced_at, l.brand, l.department,
    l.category, l.subcategory, l.size, l.condition, l.image_url, l.currency, l.cost_cents
  from listings l left join listing_share_counts c on c.user_id = l.user_id and c.listing_id = l.id;

create view price_history as
  select id, user_id, listing_id, at, old_price, new_price, source from price_changes;

create view settled_price_writes as
  select id, user_id, settled_at, state from price_writes where settled_at is not null;

-- What a sale takes over from the listing that was sold in it.
create view listing_facts as
  select id, user_id, title, brand, department, category, subcategory, size, condition, price, currency, lowest_price, availability,
    listed_at, sold_at, cost_cents, sku, shelf
  from listings;

-- Listings for sale, with what rules and plans that sell them look at.
create view selling_listings as
  select id, user_id, market_user_id, poshmark_id, title, brand, department, category, subcategory, condition, shelf, price,
    lowest_price, currency, floor_price, cost_cents, listed_at, like_count
  from listings where is_active and availability = 'available';

-- When the price of a listing changed last, and which prices are being changed.
create view last_price_changes as
  select user_id, listing_id, max(at) as changed_at from price_changes group by user_id, listing_id;
create view open_price_writes as
  select distinct user_id, listing_id from price_writes where state in ('waiting', 'sending');

-- Confirmed share-backs count among all shares of a seller.
create view others_shares as select user_id, share_count, last_shared from listing_share_counts where listing_id = 0;

-- sales

-- Sales at the marketplace with the price of one piece. The closet shows a bundle as one sale, whose pieces it doesn't tell.
create view comparable_sales as
  select id, user_id, title, greatest((price_cents + quantity / 2) / quantity, 1) as price_cents, quantity, original_price_cents,
    sold_on, brand, department, category, subcategory, size, condition
  from sales
  where counts and channel = 'poshmark' and price_cents > 0 and not (source = 'marketplace' and is_bundle is true);

create view sale_changes as select user_id, version from sale_versions;

-- The days on which listings were sold.
create view listing_sales as
  select user_id, listing_id, sold_on from sales where counts and listing_id is not null and sold_on is not null;

-- bot

create view bot_states as
  select user_id, state, revision, round_id, pause_reason, paused_at, resumes_at, limit_in_force, limit_reached_at
  from bots;

create view settled_shares as
  select round_id, listing_id, user_id, reserved_at, settled_at, evidence,
    case outcome when 1 then 'shared' when 2 then 'refused' else 'unknown' end as outcome, kind
  from share_attempts where outcome <> 0;

create view party_rounds as select user_id, id, party_title from rounds where kind = 1;

create view shared_back as select user_id, id, name from share_backs;

create view party_shares as
  select r.user_id, r.id as round_id, r.party_id, s.listing_id
  from rounds r join share_attempts s on s.user_id = r.user_id and s.round_id = r.id
  where r.kind = 1 and s.outcome = 1;

create view shares_in_flight as
  select user_id, reserved_at from share_attempts where outcome = 0;

create view share_days as
  select user_id, share_date, share_count - assumed as share_count from daily_share_counts where share_count > assumed;

create view bot_health as
  select (select count(*)::int from bots where state <> 'stopped') as running,
    (select count(*)::int from bots where state = 'paused' and due_at is null) as needing,
    (select count(*)::int from bots
      where state <> 'stopped' and owner is null and due_at < now() - interval '1 minute') as overdue,
    (select count(*)::int from workers where lease_until > now()) as workers,
    (select count(*)::int from share_attempts
      where outcome = 0 and reserved_at < now() - interval '5 minutes') as unsettled;

create view open_circuits as
  select practice, held_until, failures from marketplace_breakers where closed_at is null or closed_at < held_until;

-- What a marketplace does to the whole installation. `refusing`: sellers whom it refused in the last ten minutes.
create view marketplace_guards as
  select m.practice, c.held_until, (
      select count(*)::int from marketplace_refusals r
      where r.practice = m.practice and r.at > now() - interval '10 minutes'
    ) as refusing
  from (values (false), (true)) as m(practice) left join open_circuits c on c.practice = m.practice;

-- When Hangtag ran on the operator's own computer. A computer that is asleep runs nothing.
create table running_times (
  started_at timestamptz primary key,
  -- written every 20 seconds
  ended_at timestamptz not null
);
