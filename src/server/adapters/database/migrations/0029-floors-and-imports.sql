-- The sales of a file that earlier imports had brought, by id. Undoing one of those leaves them to this import.
alter table sale_imports add column known_sales bigint[] not null default '{}';
