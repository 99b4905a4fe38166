-- The process that holds a lease, where the database is only used on one machine: the lease of a killed process ends at the
-- next start. Null where workers may run anywhere.
alter table workers add column holder text;

-- The hourly look at attempts that nobody settled. Few rounds have a share of unknown outcome.
create index rounds_unknown on rounds (id) where unknown > 0;
