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

-- A new month gets both: the usual numbers and the even spread.
alter function kangmai.expect_usual_month(regclass) rename to expect_usual_numbers;
create function kangmai.expect_usual_month(part regclass) returns void language plpgsql set search_path = pg_catalog as $$
begin
  perform kangmai.expect_usual_numbers(part);
  perform kangmai.spread_over_month(part);
end $$;

select kangmai.spread_over_month(i.inhrelid::regclass)
from pg_inherits i join pg_partitioned_table p on p.partrelid = i.inhparent;
