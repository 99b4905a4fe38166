-- Where a file has it, the order id tells one sale from another. Sales are recognized by their fields, whichever columns a file has. Only
-- earlier programs, which run on during the update, still write fingerprints of five fields.
alter table imported_sales add column order_id text, alter column fingerprint drop not null;
