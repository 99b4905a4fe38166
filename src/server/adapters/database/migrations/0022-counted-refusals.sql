-- How often it happened: wrong passwords and wrong codes are counted in one row for each client and hour, so that guessing can't
-- fill an account's log. Everything else happens once.
alter table account_events add times integer not null default 1 check (times > 0);
