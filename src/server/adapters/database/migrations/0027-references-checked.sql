-- Checks the references of the last migration for the rows that were there before. Everybody reads and writes meanwhile.
alter table price_writes validate constraint price_writes_user_id_batch_id_fkey;
alter table price_writes validate constraint price_writes_user_id_listing_id_fkey;
alter table price_writes validate constraint price_writes_user_id_undoes_fkey;
alter table price_changes validate constraint price_changes_user_id_batch_id_fkey;
alter table price_changes validate constraint price_changes_user_id_listing_id_fkey;
alter table offers validate constraint offers_user_id_listing_id_fkey;
alter table activity_logs validate constraint activity_logs_user_id_listing_id_fkey;
alter table recommendations validate constraint recommendations_user_id_listing_id_fkey;
