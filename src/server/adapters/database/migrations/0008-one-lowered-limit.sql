-- A warning lowers the limit once, for seven days, and never below 100. The bot's document keeps one limit instead of one for
-- the day of the warning and another for the days after it.

update bots set backoff = jsonb_set(backoff, '{lowered}', jsonb_build_object(
  'reason', backoff -> 'lowered' -> 'reason',
  'limit', greatest((backoff -> 'lowered' ->> 'later')::int, 100),
  'until', backoff -> 'lowered' -> 'until'
))
where backoff -> 'lowered' ? 'later';
