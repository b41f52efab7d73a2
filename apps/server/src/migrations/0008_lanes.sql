-- Work that follows a commit in two lanes: cases and newest values in one, statistics in the other, so that no alarm waits behind a count.

-- 0: at once; 1: statistics, which may lag behind.
alter table outbox add column lane smallint not null default 0;
-- How much work an event is, for cutting what waits into transactions: the readings of a delivery.
alter table outbox add column weight integer not null default 1;
-- Tells of a critical reading: taken before what came earlier.
alter table outbox add column urgent boolean not null default false;
create index outbox_next on outbox (tenant_id, lane, urgent desc, id) where failed_at is null;

-- What waits of the former form brought everything in one event. Its cases follow as they are; its statistics are counted again from the readings.
insert into outbox (tenant_id, topic, lane, weight, payload, available_at, attempts, last_error, failed_at, created_at)
select o.tenant_id, 'readings.counted', 1, count(*), jsonb_build_object('kind', r ->> 0, 'added', count(*) filter (where r ->> 5 is null), 'client', jsonb_agg(r -> 1), 'at', jsonb_agg(r -> 3), 'replaced', jsonb_agg(r -> 5)),
  o.available_at, o.attempts, o.last_error, o.failed_at, o.created_at
from outbox o cross join lateral jsonb_array_elements(o.payload -> 'readings') r
where o.topic = 'readings.stored' and jsonb_typeof(o.payload -> 'readings') = 'array'
group by o.tenant_id, o.id, r ->> 0;

-- An event is written once and read once: its text as it is, neither taken apart nor packed.
alter table outbox alter column payload type json using payload::json;
alter table outbox alter column payload set storage external;

-- Rows that are added to again and again find room beside themselves.
alter table reading_hour set (fillfactor = 80);
alter table reading_day set (fillfactor = 80);
