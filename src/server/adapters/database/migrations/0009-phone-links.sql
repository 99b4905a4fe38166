-- The QR code that signs a phone in: the newest of each account.
create table phone_links (
  user_id bigint primary key references users on delete cascade,
  id bigint generated always as identity unique,
  -- It ends with the session that made it. No foreign key: nothing has to be done when that session ends.
  session_id bigint not null,
  -- SHA-256 of the link's token
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_session_id bigint,
  used_by_agent text,
  used_by_address text
);
