-- Several pieces that were sold together are one sale, with the price of one piece.
alter table imported_sales add column quantity int not null default 1 check (quantity between 1 and 100);
