-- The tree of organisation units follows its definition: names of indexes, and one for what stands directly below a unit.
alter index organization_unit_code rename to organization_unit_place;
alter index organization_unit_sibling rename to organization_unit_parent_id_display_name_key;
create index organization_unit_in_order on organization_unit (tenant_id, code, id);
create index organization_unit_by_parent_id on organization_unit (tenant_id, parent_id, code);
alter table organization_unit rename constraint organization_unit_tenant_id_parent_id_fkey to organization_unit_parent_id_fkey;
