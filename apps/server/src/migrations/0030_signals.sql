-- Readings of a device that was not worn (quality 5) are in no statistic, like those of poor contact.
do $$
declare
  reading name;
begin
  for reading in select c.relname from pg_class c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and x.relname = c.relname || '_poor' order by 1
  loop
    execute format('drop index %I', reading || '_poor');
    execute format('create index %I on %I (tenant_id, client_id, measured_at desc) include (id) where quality = any (array[2, 5])', reading || '_poor', reading);
  end loop;
end $$;

-- In which hours of a local day a device was charging, one bit an hour: what comes back day by day is its habit.
create table charging_hour (
  tenant_id bigint not null,
  device_id bigint not null,
  day date not null,
  hours integer not null,
  primary key (tenant_id, device_id, day),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
) with (fillfactor = 70);
create index charging_hour_day on charging_hour (day);
select kangmai.protect_tenant_table('charging_hour', 'select, insert, update, delete');
select kangmai.open_across_tenants('charging_hour', 'kangmai_platform', 'select, delete');

-- Readings that say what a reading of another source says within a minute: stored and listed, counted once.
create table reading_twin (
  tenant_id bigint not null,
  client_id bigint not null,
  kind text not null,
  measured_at timestamptz not null,
  reading_id bigint not null,
  primary key (tenant_id, client_id, measured_at, reading_id)
);
select kangmai.protect_tenant_table('reading_twin', 'select, insert, delete');
