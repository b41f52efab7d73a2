-- The outcome of a call that a notice asked for.
alter table alarm_notice add column call_outcome smallint, add column call_note text;
create index alarm_notice_waiting on alarm_notice (tenant_id, channel, taken_at desc) where state = 0 and not is_deleted;
