-- When the sales of a closet were read. A seller without a row has never asked for it, so Hangtag doesn't read them on its own.
create table sale_readings (
  user_id bigint primary key references users on delete cascade,
  read_at timestamptz not null,
  -- the last time because a reading of the closet found something sold
  followed_at timestamptz
);
