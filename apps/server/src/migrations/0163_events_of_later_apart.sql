-- Events of later (rungs of open cases, reminders) stand apart from those that wait now: a turn of the follower
-- passed over every one of them, thousands during a storm.
alter table outbox add column is_later boolean not null generated always as (available_at > created_at) stored;
drop index outbox_next;
create index outbox_next on outbox (tenant_id, lane, urgent desc, id) where failed_at is null and not is_later;
create index outbox_later on outbox (tenant_id, lane, available_at, id) where failed_at is null and is_later;
-- Readings that are stored and not followed or counted yet are looked for by the topic of their event.
create index outbox_of_topic on outbox (tenant_id, topic, id);
