-- Which rows name a file in a list of files. An index on the lists themselves answers nothing behind row-level security,
-- whose operators on arrays are not leakproof. Whether a row still names the file is read from the row.
create table file_holder (
  tenant_id bigint not null,
  guid uuid not null,
  holder text not null,
  row_id bigint not null,
  primary key (tenant_id, guid, holder, row_id)
);

do $$
declare
  list record;
begin
  for list in
    select c.oid::regclass as holder, c.relname as name, a.attname as field
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid[]'::regtype and not a.attisdropped
  loop
    execute format('alter table %s disable row level security', list.holder);
    execute format(
      'insert into file_holder (tenant_id, guid, holder, row_id) select tenant_id, file, %L, id from %s, unnest(%I) file on conflict do nothing',
      list.name, list.holder, list.field
    );
    execute format('alter table %s enable row level security', list.holder);
    execute format('alter table %s force row level security', list.holder);
  end loop;
end $$;

select kangmai.protect_tenant_table('file_holder', 'select, insert, delete');
