-- The planner takes a month that was never analyzed for one row per look-up, whatever the index: a statement on one person then reads the whole
-- tenant by time. A new month begins with the number of tenants, persons and devices a usual month has, until the first ANALYZE. PostgreSQL 18
-- and newer can store statistics; older ones go on without.
create function kangmai.expect_usual_month(part regclass) returns void language plpgsql set search_path = pg_catalog as $$
declare
  usual record;
begin
  if current_setting('server_version_num')::integer < 180000 then
    return;
  end if;
  for usual in
    select n.nspname, c.relname, a.attname, u.null_frac, u.n_distinct
    from (values ('tenant_id', 0, 10), ('client_id', 0, 2000), ('device_id', 0, 2000), ('measured_at', 0, -0.9), ('supersedes', 0.999, -0.001)) u(attname, null_frac, n_distinct)
    join pg_attribute a on a.attrelid = part and a.attname = u.attname and not a.attisdropped
    join pg_class c on c.oid = part
    join pg_namespace n on n.oid = c.relnamespace
    where c.reltuples <= 0
  loop
    perform pg_restore_attribute_stats('schemaname', usual.nspname::text, 'relname', usual.relname::text, 'attname', usual.attname::text,
      'inherited', false, 'null_frac', usual.null_frac::real, 'avg_width', 8, 'n_distinct', usual.n_distinct::real);
  end loop;
end $$;

create or replace function kangmai.ensure_month(parent regclass, month timestamptz) returns void language plpgsql set search_path = pg_catalog as $$
declare
  first_day timestamp := date_trunc('month', month at time zone 'UTC');
  space name := (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent);
  part name := (select relname from pg_class where oid = parent) || '_' || to_char(first_day, 'YYYYMM');
begin
  if to_regclass(format('%I.%I', space, part)) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(part::text, 0));
  if to_regclass(format('%I.%I', space, part)) is not null then
    return;
  end if;
  execute format('create table %I.%I (like %s including defaults including generated including constraints including storage)', space, part, parent);
  perform kangmai.protect_partition(format('%I.%I', space, part)::regclass);
  execute format('alter table %s attach partition %I.%I for values from (%L) to (%L)', parent, space, part,
    first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
  perform kangmai.expect_usual_month(format('%I.%I', space, part)::regclass);
end $$;

select kangmai.expect_usual_month(i.inhrelid::regclass)
from pg_inherits i join pg_partitioned_table p on p.partrelid = i.inhparent
where exists (select from pg_attribute a where a.attrelid = i.inhrelid and a.attname = 'measured_at');
