-- Which kinds of tasks a seller has put off, and until when.
create table snoozes (
  user_id bigint not null references users on delete cascade,
  kind text not null,
  until timestamptz not null,
  primary key (user_id, kind)
);

-- Since when nobody has liked the listing and its price hasn't changed, as far as readings tell: likes that it had when it was first
-- read may be new. Listings of earlier versions begin with this migration. The default is of that one moment, so no row is written.
alter table listings add column quiet_since timestamptz not null default now();

create or replace function lower_lowest_prices() returns trigger language plpgsql as $$
begin
  update listings l set lowest_price = least(l.lowest_price, c.lowest), quiet_since = greatest(l.quiet_since, c.last)
  from (
    select user_id, listing_id, least(min(old_price), min(new_price)) as lowest, max(at) as last
    from changes group by user_id, listing_id
  ) c
  where l.user_id = c.user_id and l.id = c.listing_id;
  return null;
end $$;
alter function lower_lowest_prices() rename to follow_price_changes;
