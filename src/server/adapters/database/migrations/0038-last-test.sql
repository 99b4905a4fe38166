-- What the last test of a closet's connection found. Null: not known, from before this column.
alter table closets add column last_test_passed boolean;
-- A human check that a share or another write has met: a read that is answered doesn't show that it is done.
alter table closets add column check_needs_share boolean not null default false;
