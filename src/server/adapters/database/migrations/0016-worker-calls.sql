-- A call that a web process can't make itself, because only workers open what sellers entrust. Unlogged for the same reasons as
-- relayed_requests: it is only of this moment, and after a crash of the database its outcome is unknown.
create unlogged table worker_calls (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- Sealed to the workers' key, and erased as soon as one has taken the call.
  input text,
  -- By the database's clock, like every lease.
  claim_until timestamptz not null,
  claimed_by uuid,
  -- The worker renews it while it works. When it ends without an answer, the outcome is unknown.
  claimed_until timestamptz,
  -- What the web process tells the seller. Not jsonb, which refuses characters that a message may contain.
  answer json,
  answered_at timestamptz
);
create index worker_calls_user on worker_calls (user_id);
