-- The address that a seller has confirmed with a mailed link. It counts only while it is also the account's address, so a program
-- of an earlier release that changes the address can't leave a wrong one confirmed.
alter table users add confirmed_email text;

-- The address that waits for its link to be opened: the account's own, or the one that will replace it.
create table email_confirmations (
  user_id bigint primary key references users on delete cascade,
  email text not null,
  -- SHA-256 of the token in the link
  token_hash text not null unique,
  created_at timestamptz not null,
  -- of the link; the address may wait for longer, and then gets a new link
  expires_at timestamptz not null
);
create index email_confirmations_age on email_confirmations (created_at);
