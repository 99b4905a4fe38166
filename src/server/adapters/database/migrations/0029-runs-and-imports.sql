-- The sales of a file that earlier imports had brought, by id. Undoing one of those leaves them to this import.
alter table sale_imports add column known_sales bigint[] not null default '{}';

-- When the seller last started the bot. `started_at` also moves when it starts itself for a new day. A stop that arrives late
-- leaves a bot running that the seller has started since.
alter table bots add column started_by_seller_at timestamptz;
