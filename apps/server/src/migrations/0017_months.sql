-- Takes a month of a partitioned table out of use, to be dropped behind it. Takes the parent's lock for a moment only and gives up when it
-- does not get it soon; under its new name the month can be made again should a late row need it. Null when there is no such month.
create function kangmai.detach_month(parent regclass, month timestamptz) returns text language plpgsql set search_path = pg_catalog as $$
declare
  space name := (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent);
  part name := (select relname from pg_class where oid = parent) || '_' || to_char(date_trunc('month', month at time zone 'UTC'), 'YYYYMM');
begin
  if not exists (select from pg_inherits where inhparent = parent and inhrelid = to_regclass(format('%I.%I', space, part))) then
    return null;
  end if;
  perform set_config('lock_timeout', '200ms', true);
  execute format('alter table %s detach partition %I.%I', parent, space, part);
  execute format('alter table %I.%I rename to %I', space, part, part || '_dropped');
  return format('%I.%I', space, part || '_dropped');
end $$;
