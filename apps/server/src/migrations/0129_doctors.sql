-- Staff by their codes: what pickers of doctors show, and the application that made the row.
alter table staff_profile
  alter column code drop not null,
  add column hospital text,
  add column introduction text,
  add column consult_fee numeric(12, 2) not null default 0,
  add column accepts_consult boolean not null default true,
  add column sort_no integer not null default 0,
  add column is_enabled boolean not null default true,
  add column application_id bigint,
  add constraint staff_profile_application_id_fkey foreign key (tenant_id, application_id) references staff_application (tenant_id, id);
create unique index staff_profile_application_id_key on staff_profile (tenant_id, application_id) where not is_deleted;
create index staff_profile_by_application_id on staff_profile (tenant_id, application_id, code);
