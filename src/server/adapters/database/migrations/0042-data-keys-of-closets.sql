-- A database role for web processes may not write the data keys of closets. The owner of the tables is not held by this.
alter table data_keys enable row level security;
create policy read_all on data_keys for select using (true);
create policy make_own on data_keys for insert with check (purpose <> 'closet');
create policy forget on data_keys for delete using (true);
