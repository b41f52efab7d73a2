-- What devices were like over time, one row a change: rules about silence are tried on it from its first row.
create table device_presence (
  tenant_id bigint not null,
  device_id bigint not null,
  at timestamptz not null,
  what text not null check (what in ('online', 'worn', 'charging', 'interval')),
  value integer,
  primary key (tenant_id, device_id, at, what),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
create index device_presence_at on device_presence (at);
select kangmai.protect_tenant_table('device_presence', 'select, insert, update, delete');
select kangmai.open_across_tenants('device_presence', 'kangmai_platform', 'select, delete');

-- The interval that was last noted there.
alter table device_watch add column interval_minutes integer;
