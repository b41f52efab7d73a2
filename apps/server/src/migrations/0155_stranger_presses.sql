-- The repetition of a call of an unknown device looks for a newer press among all waiting events.
create index outbox_stranger_presses on outbox (tenant_id, (payload ->> 'imei'))
  where topic = 'stranger.due' and failed_at is null;
