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

-- The days on which listings were sold.
create view listing_sales as
  select user_id, listing_id, sold_on from sales where counts and listing_id is not null and sold_on is not null;
