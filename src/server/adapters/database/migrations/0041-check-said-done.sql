-- The seller says that the human check is done: the next write of any kind shows whether it is.
alter table closets add column check_said_done boolean not null default false;
