-- Days of months that were dropped keep their statistics: from which day on these count readings that are there.
create table reading_kept (
  tenant_id bigint not null,
  kind text not null,
  since date not null,
  primary key (tenant_id, kind)
);
select kangmai.protect_tenant_table('reading_kept');

-- Readings of poor contact are in no statistic: they are counted beside it.
do $$
declare
  reading name;
begin
  for reading in select c.relname from pg_class c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and x.relname = c.relname || '_supersedes_key' order by 1
  loop
    execute format('create index %I on %I (tenant_id, client_id, measured_at desc) include (id) where quality = 2', reading || '_poor', reading);
  end loop;
end $$;
