-- How many listings the last complete reading of the closet showed. When it was last tried in vain: null after a reading that
-- succeeded. While a large closet is read: how many listings were seen, and of how many, which counts only while the account is locked.
alter table closets add column shown_listings integer;
alter table closets add column read_failed_at timestamptz;
alter table closets add column reading_seen integer;
alter table closets add column reading_total integer;

create or replace view closet_connections as
  select user_id, practice, username, handle, market_user_id, state, revision, last_synced_at,
    credentials is not null or session is not null as has_credentials, transport, shown_listings,
    greatest(last_synced_at, read_failed_at) as read_tried_at,
    case when locked_until > now() then reading_seen end as reading_seen,
    case when locked_until > now() then reading_total end as reading_total
  from closets;

-- `reserved`: a buyer is paying. Not validated, because that would lock the table while it reads every row, and all rows obey the
-- narrower check that this one replaces.
alter table listings drop constraint listings_availability_check;
alter table listings add constraint listings_availability_check
  check (availability in ('available', 'sold', 'not_for_sale', 'reserved', 'removed')) not valid;
