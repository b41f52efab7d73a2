-- Groups by which readings are judged follow from the tags of a person: those with the code of a group.
create function kangmai.group_codes() returns text[] language sql immutable parallel safe as $$
  select array['hypertension', 'diabetes', 'copd', 'ckd', 'pregnant', 'heart_failure', 'highland', 'dementia', 'frail']
$$;

-- Files are locked first, so that of two tags given at the same time both count.
create function kangmai.refresh_groups(of_tenant bigint, persons bigint[]) returns void language plpgsql set search_path = pg_catalog, public as $$
begin
  perform from client where tenant_id = of_tenant and id = any(persons) order by id for no key update;
  update client c set risk_tags = g.groups from (
    select p.id, coalesce(array_agg(lower(t.code) order by lower(t.code)) filter (where t.id is not null), '{}') as groups
    from unnest(persons) as p(id)
      left join client_tag h on h.tenant_id = of_tenant and h.client_id = p.id and h.mode in ('manual', 'auto') and not h.is_deleted
      left join tag t on t.tenant_id = of_tenant and t.id = h.tag_id and lower(t.code) = any(kangmai.group_codes()) and not t.is_deleted
    group by p.id) g
  where c.tenant_id = of_tenant and c.id = g.id and c.risk_tags is distinct from g.groups;
end $$;

create function kangmai.follow_tags() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  touched record;
begin
  for touched in
    select h.tenant_id, array_agg(distinct h.client_id) as persons
    from changed h join tag t on t.tenant_id = h.tenant_id and t.id = h.tag_id and lower(t.code) = any(kangmai.group_codes())
    group by h.tenant_id
  loop
    perform kangmai.refresh_groups(touched.tenant_id, touched.persons);
  end loop;
  return null;
end $$;

-- What files name until now becomes tags given by hand.
alter table client disable row level security;
alter table tag disable row level security;
alter table client_tag disable row level security;

insert into tag (tenant_id, name, code, category, color)
  select f.tenant_id, case when exists (select from tag x where x.tenant_id = f.tenant_id and x.name = g.name and not x.is_deleted)
      then g.name || '（判定）' else g.name end, g.code, g.category, '#CF1322'
  from (select distinct c.tenant_id, u.code from client c cross join unnest(c.risk_tags) as u(code)) f
    join (values ('hypertension', '高血压', 'disease'), ('diabetes', '糖尿病', 'disease'), ('copd', '慢阻肺', 'disease'),
      ('ckd', '慢性肾病', 'disease'), ('pregnant', '孕产妇', 'crowd'), ('heart_failure', '心力衰竭', 'disease'),
      ('highland', '高原常住', 'crowd'), ('dementia', '失智', 'disease'), ('frail', '衰弱', 'risk')) as g(code, name, category) on g.code = f.code
  where not exists (select from tag x where x.tenant_id = f.tenant_id and lower(x.code) = f.code and not x.is_deleted);

insert into client_tag (tenant_id, tag_id, client_id, mode)
  select c.tenant_id, t.id, c.id, 'manual' from client c cross join unnest(c.risk_tags) as u(code)
    join tag t on t.tenant_id = c.tenant_id and lower(t.code) = u.code and not t.is_deleted
  on conflict (tenant_id, tag_id, client_id) where not is_deleted do update set mode = 'manual' where client_tag.mode = 'excluded';

-- Tags that had the code of a group count from now on.
select kangmai.refresh_groups(h.tenant_id, array_agg(distinct h.client_id)) from client_tag h
  join tag t on t.tenant_id = h.tenant_id and t.id = h.tag_id and lower(t.code) = any(kangmai.group_codes()) and not t.is_deleted
  where not h.is_deleted group by h.tenant_id;

alter table client enable row level security;
alter table client force row level security;
alter table tag enable row level security;
alter table tag force row level security;
alter table client_tag enable row level security;
alter table client_tag force row level security;

create trigger follow_added after insert on client_tag referencing new table as changed
  for each statement execute function kangmai.follow_tags();
create trigger follow_changed after update on client_tag referencing new table as changed
  for each statement execute function kangmai.follow_tags();
create trigger follow_former after update on client_tag referencing old table as changed
  for each statement execute function kangmai.follow_tags();
create trigger follow_removed after delete on client_tag referencing old table as changed
  for each statement execute function kangmai.follow_tags();
