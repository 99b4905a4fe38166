-- Comparables found by the marketplace's search, and what was advised. Money is whole US dollars.

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

create table recommendations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  listing_id bigint not null references listings on delete cascade,
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
  -- what the engine knew of the listing, and which comparables it had learnt from
  facts jsonb not null
);
create index recommendations_listing on recommendations (listing_id, at desc);
create index recommendations_user on recommendations (user_id, at desc);
