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
