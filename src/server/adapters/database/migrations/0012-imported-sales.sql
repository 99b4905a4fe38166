-- Sales that a seller brought from a file of their own. Each import can be undone as a whole.
create table sale_imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null,
  file_name text not null
);
create index sale_imports_user on sale_imports (user_id, at desc);

create table imported_sales (
  id bigint generated always as identity primary key,
  import_id bigint not null references sale_imports on delete cascade,
  user_id bigint not null references users on delete cascade,
  title text not null,
  -- what the buyer paid for the item, in cents
  price_cents integer not null check (price_cents > 0),
  original_price_cents integer check (original_price_cents > 0),
  sold_on date,
  brand text,
  department text,
  category text,
  subcategory text,
  size text,
  condition text,
  -- the same sale in a second file has the same fingerprint, so it is stored once
  fingerprint text not null,
  unique (user_id, fingerprint)
);
create index imported_sales_import on imported_sales (import_id);
create index imported_sales_title on imported_sales (user_id, lower(title));
