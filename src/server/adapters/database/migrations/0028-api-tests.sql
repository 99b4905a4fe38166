-- A seller's last test of the marketplace's API, which is the answer to every test within ten seconds, whichever process makes it.
-- Unlogged, because it is only of this moment.
create unlogged table api_tests (
  user_id bigint primary key references users on delete cascade,
  at timestamptz not null,
  -- What the answer is about. A closet that is connected in another way is tested again.
  connection text not null,
  -- Not jsonb, which refuses characters that a message may contain.
  answer json not null
);
