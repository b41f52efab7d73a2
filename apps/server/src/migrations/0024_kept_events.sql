-- What must not be missed is known by a key, written also by a node that is alone, and kept for connections that come up after it.
alter table live_event add column key uuid;
create index live_event_kept on live_event (tenant_id, created_at) where key is not null;
