-- Erasing an account follows every reference to its rows. Without an index, each is a scan of the whole table.
create index price_writes_listing on price_writes (listing_id) where listing_id is not null;
create index price_writes_undoes on price_writes (undoes) where undoes is not null;
create index activity_logs_listing on activity_logs (listing_id) where listing_id is not null;
create index price_changes_user on price_changes (user_id);
create index offers_user on offers (user_id);
create index contact_messages_user on contact_messages (user_id) where user_id is not null;

-- How many price changes a seller asked for in a day.
create index price_writes_asked on price_writes (user_id, asked_at);

-- Refusals of a marketplace in the last minutes, by seller. Many sellers at once: it refuses the installation, not them.
create table marketplace_refusals (
  practice boolean not null,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  primary key (practice, user_id)
);
create index marketplace_refusals_user on marketplace_refusals (user_id);

-- Until when nobody calls a marketplace after that.
create table marketplace_breakers (
  practice boolean primary key,
  held_until timestamptz not null
);

-- What an account stores is summed up by account.
create index price_batches_user on price_batches (user_id, created_at);

-- What happened to an account, for its seller: who signed in, what was changed, and from where.
create table account_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  what text not null,
  -- null: the operator did it
  address text,
  user_agent text
);
create index account_events_user on account_events (user_id, id desc);
