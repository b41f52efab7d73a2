-- A reading names the sub-device that measured it and the revision of its source; a watch and its cuff may measure in the same second.
do $$
declare
  reading name;
begin
  for reading in select c.relname from pg_class c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace and x.relname = c.relname || '_supersedes_key' order by 1
  loop
    execute format('alter table %I add column child_imei text, add column seq integer', reading);
    execute format('drop index %I', reading || '_key');
    execute format('create unique index %I on %I (tenant_id, device_id, slot, measured_at, source_id, child_imei, (case when device_id is null then client_id else null::bigint end))'
      || ' nulls not distinct where supersedes is null', reading || '_key', reading);
  end loop;
end $$;

-- The product of a sub-device tells its type and registration.
alter table child_device add column product_id bigint,
  add constraint child_device_product_id_fkey foreign key (tenant_id, product_id) references device_product (tenant_id, id);

-- Why a binding was dated back by more than three days.
alter table device_binding add column backdate_reason text;
