-- The sales of a file that earlier imports had brought, by id. Undoing one of those leaves them to this import.
alter table sale_imports add column known_sales bigint[] not null default '{}';

-- When the seller last started the bot. `started_at` also moves when it starts itself for a new day. A stop that arrives late
-- leaves a bot running that the seller has started since.
alter table bots add column started_by_seller_at timestamptz;

-- An open screen shows floors, and advice that keeps to them. A share names none of these columns.
create or replace trigger listings_changed after update of title, is_active, availability, skip_sharing, floor_price on listings
  for each row when ((old.title, old.is_active, old.availability, old.skip_sharing, old.floor_price)
    is distinct from (new.title, new.is_active, new.availability, new.skip_sharing, new.floor_price))
  execute function note_changed_listing();
