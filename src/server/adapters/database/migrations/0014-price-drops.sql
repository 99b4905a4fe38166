-- Price drops by plan. New rows are checked by the new rule, and every row that is there keeps it.
alter table price_batches drop constraint price_batches_source_check,
  add constraint price_batches_source_check check (source in ('manual', 'optimizer', 'analysis', 'drop')) not valid;
alter table price_changes drop constraint price_changes_source_check,
  add constraint price_changes_source_check
    check (source in ('manual', 'optimizer', 'analysis', 'drop', 'undo', 'marketplace')) not valid;

create table price_drop_plans (
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  -- its place in the seller's order
  place integer not null,
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

-- When the price of a listing changed last, and which prices are being changed.
create view last_price_changes as
  select user_id, listing_id, max(at) as changed_at from price_changes group by user_id, listing_id;
create view open_price_writes as
  select distinct user_id, listing_id from price_writes where state in ('waiting', 'sending');
