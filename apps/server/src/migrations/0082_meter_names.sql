-- An import matches meters by name, so a duplicate name gets the id of its row appended.
alter table energy_item disable row level security;
update energy_item e
set name = left(e.name, 38 - length(e.id::text)) || '（' || e.id || '）', row_version = e.row_version + 1
where not e.is_deleted and exists (
  select from energy_item o where o.tenant_id = e.tenant_id and o.name = e.name and not o.is_deleted and o.id < e.id
);
alter table energy_item enable row level security;
create unique index energy_item_name_key on energy_item (tenant_id, name) where not is_deleted;
