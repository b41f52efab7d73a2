-- Readings arrive in the order of time: the newest lie beyond the last value that ANALYZE saw. The planner takes a look-up of the last hours
-- for one row, whatever the index, and reads the whole tenant by time to find one person. Times of a month are therefore taken for spread evenly
-- over its days, and ANALYZE leaves them alone. Before PostgreSQL 18 statistics cannot be stored: a month without any is planned well enough.
create function kangmai.spread_over_month(part regclass) returns void language plpgsql set search_path = pg_catalog as $$
declare
  bounds text[] := (select regexp_match(pg_get_expr(relpartbound, oid), $re$FROM \('([^']+)'\) TO \('([^']+)'\)$re$) from pg_class where oid = part);
  usual record;
begin
  select n.nspname, c.relname, c.reltuples <= 0 as is_new into usual
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = part and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'measured_at');
  if usual is null or bounds is null then
    return;
  end if;
  if current_setting('server_version_num')::integer < 180000 then
    if usual.is_new then
      execute format('alter table %s alter column measured_at set statistics 0', part);
    end if;
    return;
  end if;
  execute format('alter table %s alter column measured_at set statistics 0', part);
  perform pg_restore_attribute_stats('schemaname', usual.nspname::text, 'relname', usual.relname::text, 'attname', 'measured_at',
    'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', -0.9::real, 'correlation', 0.9::real,
    'histogram_bounds', (select array_agg(day order by day)::text from generate_series(bounds[1]::timestamptz, bounds[2]::timestamptz, '1 day') day));
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
  perform kangmai.spread_over_month(format('%I.%I', space, part)::regclass);
end $$;

select kangmai.spread_over_month(i.inhrelid::regclass)
from pg_inherits i join pg_partitioned_table p on p.partrelid = i.inhparent;
