-- A value that changes whenever anything about a seller's listings changes that a status shows and no share changes: which there
-- are, their titles, and which of them rounds share. A status that was read before is right as long as it is the same. It is
-- the number of the last such transaction. The row's lock orders two of one seller, so none of them is missed.
create table listing_versions (
  user_id bigint primary key references users on delete cascade,
  version xid8 not null
) with (fillfactor = 50);

-- Triggers, because a program of an earlier release may still be syncing.
create function note_new_listings() returns trigger language plpgsql as $$
begin
  insert into listing_versions as v (user_id, version)
    select user_id, pg_current_xact_id() from added group by user_id order by user_id
    on conflict (user_id) do update set version = excluded.version;
  return null;
end $$;
create trigger listings_added after insert on listings referencing new table as added
  for each statement execute function note_new_listings();

-- Once per transaction: a sync may change thousands of rows.
create function note_changed_listing() returns trigger language plpgsql as $$
begin
  if (select version from listing_versions where user_id = new.user_id) is distinct from pg_current_xact_id() then
    insert into listing_versions as v (user_id, version) values (new.user_id, pg_current_xact_id())
      on conflict (user_id) do update set version = excluded.version;
  end if;
  return null;
end $$;
-- Counting a share names none of these columns, and costs nothing more.
create trigger listings_changed after update of title, is_active, availability, skip_sharing on listings for each row
  when ((old.title, old.is_active, old.availability, old.skip_sharing)
    is distinct from (new.title, new.is_active, new.availability, new.skip_sharing))
  execute function note_changed_listing();

create view listing_changes as select user_id, version from listing_versions;
