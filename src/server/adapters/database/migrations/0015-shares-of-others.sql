-- Confirmed share-backs count among all shares of a seller. Listings of other people have one row of counts together, under id 0.

create view others_shares as select user_id, share_count, last_shared from listing_share_counts where listing_id = 0;
