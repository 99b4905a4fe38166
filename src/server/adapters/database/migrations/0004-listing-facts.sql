-- What a sale takes over from the listing that was sold in it.
create view listing_facts as
  select id, user_id, title, brand, department, category, subcategory, size, condition, price, currency, lowest_price, availability,
    listed_at, sold_at, cost_cents, sku, shelf
  from listings;
