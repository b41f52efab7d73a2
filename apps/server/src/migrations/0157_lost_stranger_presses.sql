-- Repetitions of calls of unknown devices that were given up are looked for all the time.
create index outbox_lost_strangers on outbox (failed_at) where topic = 'stranger.due' and failed_at is not null;
