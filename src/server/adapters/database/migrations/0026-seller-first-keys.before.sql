-- Builds the indexes of the next migration while everybody continues. Each row is a statement.
with wanted (name, table_name, kind, definition) as (
  select table_name || '_by_seller', table_name, 'unique index', '(user_id, id)' from unnest(array[
    'rounds', 'listings', 'price_batches', 'price_writes', 'price_changes', 'offers', 'activity_logs', 'recommendations'
  ]) table_name
  union all
  select table_name || '_id', table_name, 'index', 'using hash (id)'
  from unnest(array['rounds', 'listings', 'price_batches', 'price_writes']) table_name
  union all
  select inhrelid::regclass || '_by_seller', inhrelid::regclass::text, 'unique index', '(user_id, round_id, listing_id)'
  from pg_inherits where inhparent = 'share_attempts'::regclass
  union all
  select inhrelid::regclass || '_round', inhrelid::regclass::text, 'index', '(round_id, listing_id)'
  from pg_inherits where inhparent = 'share_attempts'::regclass
  union all
  values
    ('price_writes_once_by_seller', 'price_writes', 'unique index', '(user_id, batch_id, listing_id) where undoes is null'),
    ('price_writes_undone_once_by_seller', 'price_writes', 'unique index', '(user_id, undoes) where state <> ''failed'''),
    ('price_writes_batch_by_seller', 'price_writes', 'index', '(user_id, batch_id, id)'),
    ('price_writes_listing_by_seller', 'price_writes', 'index', '(user_id, listing_id) where listing_id is not null'),
    ('price_writes_undoes_by_seller', 'price_writes', 'index', '(user_id, undoes) where undoes is not null'),
    ('price_changes_listing_by_seller', 'price_changes', 'index', '(user_id, listing_id, at desc)'),
    ('price_changes_batch_by_seller', 'price_changes', 'index', '(user_id, batch_id) where batch_id is not null'),
    ('offers_listing_by_seller', 'offers', 'index', '(user_id, listing_id, sent_at desc)'),
    ('activity_logs_listing_by_seller', 'activity_logs', 'index', '(user_id, listing_id) where listing_id is not null'),
    ('recommendations_listing_by_seller', 'recommendations', 'index', '(user_id, listing_id, at desc)')
), existing as (
  select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
)
-- An interrupted build leaves an index that is not valid.
select 1 as step, format('drop index concurrently %I', name) as statement
from wanted join existing using (name) where not is_valid
union all
select 2, format('create %s concurrently %I on %I %s', kind, name, table_name, definition)
from wanted where name not in (select name from existing where is_valid)
order by step, statement
