-- The search box finds families by the beginning of their names.
create index family_name_begins on family (tenant_id, family_name text_pattern_ops) where not is_deleted;
