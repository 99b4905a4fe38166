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
