-- The journal of price changes. A batch and its writes stand here before the first one is sent.
create table price_batches (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  source text not null check (source in ('manual', 'optimizer', 'analysis')),
  -- the seller's second word for changes of more than 60 %
  confirmed_large boolean not null,
  -- kept for 48 hours: the same key again is answered with this batch
  idempotency_key text,
  -- SHA-256 of what the key came with
  body_hash text,
  created_at timestamptz not null
);
create unique index price_batches_key on price_batches (user_id, idempotency_key) where idempotency_key is not null;

create table price_writes (
  id bigint generated always as identity primary key,
  batch_id bigint not null references price_batches on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- as the seller named it; where listing_id is null it is none of theirs
  asked_id text not null,
  listing_id bigint references listings on delete cascade,
  -- null: a change; else the change that this one puts back
  undoes bigint references price_writes on delete cascade,
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
  settled_at timestamptz
);
create unique index price_writes_once on price_writes (batch_id, listing_id) where undoes is null;
create unique index price_writes_undone_once on price_writes (undoes) where state <> 'failed';
create index price_writes_batch on price_writes (batch_id, id);
create index price_writes_open on price_writes (user_id, id) where state in ('waiting', 'sending');
create index price_writes_settled on price_writes (user_id, settled_at desc, id desc) where settled_at is not null;

alter table price_changes add batch_id bigint references price_batches on delete set null;
create index price_changes_batch on price_changes (batch_id) where batch_id is not null;
