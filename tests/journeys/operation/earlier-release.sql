-- A seller with rows in every table, as a Hangtag with the migrations up to 0012 left them. The password is "linen and wool".
-- The secrets are sealed with the key abab…ab.

insert into users (first_name, last_name, email, username, phone_number, password, timezone, created_at, push_offer_declined_at)
values ('Ada', 'Ünal', 'ada@example.com', 'ada', '1',
  '$argon2id$v=19$m=19456,t=2,p=1$wOMGbf4NGFIGCGE2FM0+gQ$QLuNjVqVZ8lq18em0IQz3bGBLxZ+bXus4+fdMTam2Mk',
  'America/New_York', '2026-03-01T12:00:00Z', null);
insert into users (first_name, last_name, email, password, created_at, guest_until)
values ('Demo', 'Seller', 'guest-1@guest.invalid', '!', now(), now() + interval '1 day');
insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
values (1, 'abc', 'Firefox', now(), now(), now() + interval '30 days');
insert into password_resets (user_id, token, expires_at, created_at) values (1, 'def', now() + interval '10 minutes', now());
insert into rate_marks (key, at) values ('account.login:127.0.0.1', now());
insert into data_keys (user_id, wrapped, key_id, purpose) values (1,
  'v1.a748f2e1.kSVvm4vOLuy-twoSFzUPBGrTOm0mSWBlPbAFcFy10L849W1qdvzq5d0RSppRunVVJ-DFTBJOvkpMGJnW', 'a748f2e1', 'closet');
insert into vault_canary (key_id, sealed) values ('a748f2e1', 'v1.a748f2e1._4kKHs3FE0fKhN8YzTUut2TmAjaaD__CtBQ5VkgF6jYudxo');
insert into installation_secrets (name, sealed, key_id) values ('fixture',
  'v1.a748f2e1.tYZJhkUWPip-dpS1zRV4U6l5qXx0sUs0_Tujn442KZtwltdP0Kb48hFxwLAHzIkrABQ', 'a748f2e1');
insert into closets (user_id, practice, username, handle, market_user_id, credentials, session, state, linked_at, last_synced_at)
values (1, true, 'ada_closet', 'ada_closet', 'm1',
  'v1.a715c1af.lIRsXuC5E1ebZ7RwUNE-lMUEbsAFi0c-iX9PXHbGr2seL3bbgKMbX55f0MTcssh_0xkaC8nrjO7eTpbGtMv5lwXDRZbWLWN4r8mw0is',
  'v1.a715c1af.KPoig9xV5JVTlTRnvx__ajPI1h6dF7Ls1bHFv4YwqfSSSVnvmS-ak0eOm5-zq5EKu--FIaJq4mXWLiEo',
  'ready', '2026-03-01T12:00:00Z', now());
insert into listings (user_id, poshmark_id, market_user_id, title, price, original_price, floor_price, share_count, last_shared,
  brand, category, size, colors, url, closet_position, synced_at)
select 1, 'p' || n, 'm1', 'Silk dress ' || n, 20 + n, 90, case n when 1 then 15 end, 7, now(), 'Vince', 'Dresses', 'M',
  '{Blue,"Off White"}', 'https://poshmark.com/listing/p' || n, n, now()
from generate_series(0, 4) n;
insert into price_batches (user_id, source, confirmed_large, idempotency_key, body_hash, created_at, notified_at)
values (1, 'optimizer', false, 'k', 'h', now(), now());
insert into price_writes (batch_id, user_id, asked_id, listing_id, new_price, old_price, state, asked_at, sent_at, settled_at)
values (1, 1, '1', 1, 20, 25, 'updated', now(), now(), now());
insert into price_changes (user_id, listing_id, at, old_price, new_price, source, batch_id)
values (1, 1, now(), 25, 20, 'optimizer', 1);
insert into offers (user_id, listing_id, sent_at, price, discount_label, discount_cost_cents, outcome)
values (1, 1, now(), 18, '$5.95', 200, 'sent');
insert into activity_logs (user_id, action, details, listing_id, timestamp) values (1, 'SYNC', '5 listings', 1, now());
insert into market_comparables (practice, poshmark_id, title, price, state, seen_at, terms)
values (true, 'c1', 'Silk dress', 40, 'sold', now(), '{vince}');
insert into market_searches (practice, term, searched_at, found) values (true, 'vince', now(), 1);
insert into recommendations (user_id, listing_id, at, origin, direction, current_price, suggested_price, confidence, reasons, facts)
values (1, 1, now(), 'analysis', 'maintain', 20, 20, 0.5, '{One}', '{}');
insert into sale_imports (user_id, at, file_name) values (1, now(), 'sales.csv');
insert into imported_sales (import_id, user_id, title, price_cents, fingerprint) values (1, 1, 'Silk tie', 2500, 'f');
insert into bots (user_id, state, settings, limit_in_force, share_day, round_id, last_round_at, started_at, due_at, consented_at)
values (1, 'waiting', '{"shareFrequency":240,"scheduledSlots":[],"useScheduledSlots":false,"offerShippingDiscount":false,"offerPercent":10,"dailyShareLimit":500,"resumeDaily":true}',
  500, '2026-11-21', null, now(), now(), now() + interval '2 hours', now());
insert into workers (id, lease_until) values ('00000000-0000-0000-0000-000000000001', now() - interval '1 hour');
select ensure_share_partition((now() at time zone 'UTC')::date);
insert into rounds (id, user_id, started_at, ended_at, plan, planned, shares, state)
select (extract(epoch from date_trunc('day', now() at time zone 'UTC'))::bigint * 1000) << 20, 1, now(), now(), '{}', 5, 5, 'done';
insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome)
select r.id, l.id, 1, (now() at time zone 'America/New_York')::date, now(), now(), case l.id when 5 then 3 else 1 end
from rounds r, listings l;
insert into daily_share_counts (user_id, share_date, share_count)
values (1, to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD'), 5);
insert into push_subscriptions (user_id, session_id, endpoint_hash, target, events, device, since)
values (1, 1, 'e', 'v1.sealed', '{needs,stopped}', 'Firefox', now());
insert into contact_messages (user_id, name, email, subject, message, created_at)
values (1, 'Ada', 'ada@example.com', 'A question', 'How are you?', now());
