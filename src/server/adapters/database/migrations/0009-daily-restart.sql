-- When a bot that stopped itself at its daily limit starts itself again; null: it stays stopped.
alter table bots add starts_again_at timestamptz;
create index bots_starts_again on bots (starts_again_at) where starts_again_at is not null;
