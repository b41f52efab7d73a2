-- What is looked after by the clock: silent devices, clocks of devices, and the rules that are gone through once a day.

-- When a device is looked at next, and what was told of it. Null: nothing can fall due before it is heard again.
create table device_watch (
  tenant_id bigint not null,
  device_id bigint not null,
  look_at timestamptz,
  is_silent boolean not null default false,
  told_offline smallint not null default 0,
  told_wear smallint not null default 0,
  told_still smallint not null default 0,
  told_battery smallint not null default 0,
  -- The newest sign of wearing when the alarm was given: a newer one ends it.
  worn_at timestamptz,
  charging_since timestamptz,
  -- Until when the charger counted as wearing.
  charged_until timestamptz,
  -- The source whose own alarm covers the silence of this device.
  by_source bigint,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
) with (fillfactor = 70);
create index device_watch_look on device_watch (look_at) where look_at is not null;
create index device_watch_noted on device_watch (tenant_id, device_id) where is_silent or told_wear > 0 or told_still > 0 or told_battery > 0 or charging_since is not null;
create index device_watch_by_source on device_watch (tenant_id, by_source) where by_source is not null;
select kangmai.protect_tenant_table('device_watch');
select kangmai.open_across_tenants('device_watch', 'kangmai_platform', 'select');

-- A source of which nothing is heard: since when, and its one alarm.
create table silent_source (
  tenant_id bigint not null,
  source_id bigint not null,
  since timestamptz not null,
  level smallint not null,
  case_id bigint not null,
  primary key (tenant_id, source_id),
  foreign key (tenant_id, case_id) references abnormal_case (tenant_id, id)
);
select kangmai.protect_tenant_table('silent_source', 'select, insert, update, delete');

-- Sources have an open alarm each, beside the one of a person or a device.
drop index abnormal_case_open_key;
create unique index abnormal_case_open_key on abnormal_case (tenant_id, client_id, (case when client_id is null then device_id else null::bigint end), type, warning_type,
  (case when client_id is null and device_id is null then source_row else null::bigint end)) nulls not distinct where state = any (array[0, 1, 2]) and not is_deleted;

-- How far a device's clock is off, as its last twenty frames tell (ms, newest last), and what is made of it.
create table device_clock (
  tenant_id bigint not null,
  device_id bigint not null,
  skews bigint[] not null,
  skew_ms bigint,
  spread_ms bigint,
  sync_asked_at timestamptz,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
) with (fillfactor = 70);
select kangmai.protect_tenant_table('device_clock');

-- Days of a person that were gone through by the rules over several days.
create table history_day (
  tenant_id bigint not null,
  client_id bigint not null,
  kind text not null,
  day date not null,
  primary key (tenant_id, client_id, kind)
) with (fillfactor = 70);
select kangmai.protect_tenant_table('history_day');
