-- The index of a person's readings holds what a count of them looks at, so that counting reads no rows.
do $$
declare
  reading name;
begin
  for reading in select c.relname from pg_class c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and x.relname = c.relname || '_by_client_id' order by 1
  loop
    execute format('drop index %I', reading || '_by_client_id');
    execute format('create index %I on %I (tenant_id, client_id, measured_at desc) include (id, quality)', reading || '_by_client_id', reading);
  end loop;
end $$;

