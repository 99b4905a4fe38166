-- Parties as the marketplace showed them, and what their rules ask about listings.

alter table listings
  add column brand_id text,
  -- of the category and its subcategories; empty until a reading shows them
  add column category_ids text[] not null default '{}';

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

create view party_shares as
  select r.user_id, r.id as round_id, r.party_id, s.listing_id
  from rounds r join share_attempts s on s.user_id = r.user_id and s.round_id = r.id
  where r.kind = 1 and s.outcome = 1;
