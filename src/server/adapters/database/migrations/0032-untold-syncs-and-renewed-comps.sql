-- What the sync after connecting found and nobody has been told: how many listings are new, changed, sold, and removed, and when that
-- was. The seller's next sync reports it, whichever process makes it.
alter table closets add column untold_sync jsonb;

-- When a search last showed a comparable. `seen_at` of a sale is when it sold, which may be long ago.
alter table market_comparables add column renewed_at timestamptz not null default now();

-- How often a later file said more about sales of this import. Prices are learned again then.
alter table sale_imports add column completions integer not null default 0;
