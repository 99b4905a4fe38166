-- What the sync after connecting found and nobody has been told: how many listings are new, changed, sold, and removed, and when that
-- was. The seller's next sync reports it, whichever process makes it.
alter table closets add column untold_sync jsonb;
