-- The price that the seller was shown when asking for a change. If the marketplace has another one, the write is not made. Null: the
-- client did not say.
alter table price_writes add column expected_price integer;
