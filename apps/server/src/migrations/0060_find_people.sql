-- Full pinyin of names, filled by the product, and indexes by the beginning of a word in byte order.
alter table client add column spelling text;
create index client_name_begins on client (tenant_id, name text_pattern_ops) where not is_deleted;
create index client_initials_begin on client (tenant_id, initials text_pattern_ops) where not is_deleted;
create index client_spelling_begins on client (tenant_id, spelling text_pattern_ops) where not is_deleted;
create index client_without_spelling on client (tenant_id, id) where spelling is null and not is_deleted;
