-- Who gets the daily summary by mail, and when the next one is due.
create table summary_mails (
  user_id bigint primary key references users on delete cascade,
  due_at timestamptz not null
);
create index summary_mails_due on summary_mails (due_at);

create or replace view sellers as
  select id as user_id, email, timezone, guest_until is not null as is_guest,
    push_offer_declined_at is not null as has_declined_push, created_at,
    coalesce(confirmed_email = email, false) as has_confirmed_email
  from users;
