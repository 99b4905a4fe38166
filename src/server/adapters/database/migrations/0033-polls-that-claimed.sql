-- Which poll took a call. If its reply was never made, that proves that the call never left, and only this claim is taken back.
alter table relayed_requests add column claimed_poll uuid;
