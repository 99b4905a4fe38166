-- Columns take the names that the code uses.

alter table bots rename column trouble to backoff;
alter table closets rename column hold_until to locked_until;
alter table price_batches rename column told_at to notified_at;
alter index price_batches_untold rename to price_batches_not_notified;
