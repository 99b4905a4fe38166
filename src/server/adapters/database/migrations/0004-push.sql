-- Messages to a seller's own devices, by the push services of their browsers.

-- What belongs to the installation as a whole, sealed by its key: the pair that push services know it by.
create table installation_secrets (
  name text primary key,
  sealed text not null,
  key_id text not null
);

-- A closet that is disconnected takes its own key along, and no other.
alter table data_keys add purpose text not null default 'closet' check (purpose in ('closet', 'push'));
alter table data_keys drop constraint data_keys_pkey, add primary key (user_id, purpose);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- the session that turned it on: signing it out takes the device along, running out does not
  session_id bigint references sessions on delete set null,
  -- SHA-256 of the endpoint: whoever knows an endpoint and its keys can write to the device
  endpoint_hash text not null unique,
  -- sealed: {endpoint, p256dh, auth}
  target text not null,
  events text[] not null check (events <@ '{needs,stopped,prices,summary}'),
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

-- The seller put the offer of messages away.
alter table users add push_offer_declined_at timestamptz;
-- When the batch was seen to be done: its seller was told then, or need not be. What is older than this is no news.
alter table price_batches add told_at timestamptz;
update price_batches set told_at = created_at;
create index price_batches_untold on price_batches (user_id) where told_at is null;
