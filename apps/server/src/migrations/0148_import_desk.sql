-- Lines of checked imports, a hundred in a row, and their corrections. Cells are sealed; they go with the file after 30 days.
create table import_block (
  tenant_id bigint not null,
  batch_id bigint not null,
  place integer not null,
  row_numbers integer[] not null,
  -- What the check found, by line: good, wrong or duplicate.
  results text[] not null,
  -- Blind keys of the unique rules within the file, and whose they are.
  key_rows integer[] not null,
  keys bytea[] not null,
  cells_sealed bytea not null,
  primary key (tenant_id, batch_id, place),
  foreign key (tenant_id, batch_id) references import_batch (tenant_id, id) on delete cascade
);
select kangmai.protect_tenant_table('import_block');
select kangmai.open_across_tenants('import_block', 'kangmai_platform', 'select, delete');

create table import_correction (
  tenant_id bigint not null,
  batch_id bigint not null,
  row_number integer not null,
  keys bytea[] not null,
  cells_sealed bytea not null,
  row_version integer not null,
  primary key (tenant_id, batch_id, row_number),
  foreign key (tenant_id, batch_id) references import_batch (tenant_id, id) on delete cascade
);
select kangmai.protect_tenant_table('import_correction');
select kangmai.open_across_tenants('import_correction', 'kangmai_platform', 'select, delete');

-- The fields of the file's columns, in order; null where lines are not kept.
alter table import_batch add column line_fields text[];
