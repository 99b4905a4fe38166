-- Raised whenever an account lock is taken: what its holder writes is checked against the number that it was given.
alter table closets add lock_epoch bigint not null default 0;

create view shares_in_flight as
  select user_id, reserved_at from share_attempts where outcome = 0;
