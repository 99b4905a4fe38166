-- Whether the seller's browser loads pictures of listings through this server instead of from the marketplace.
alter table users add pictures_through_server boolean not null default false;
