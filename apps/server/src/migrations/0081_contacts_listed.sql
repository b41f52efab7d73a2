-- Contacts about a case are listed and printed: they have their person and the columns of every row.
alter table case_contact
  add column client_id bigint,
  add column called_at timestamptz,
  add column created_by bigint,
  add column updated_at timestamptz,
  add column updated_by bigint,
  add column is_deleted boolean not null default false,
  add column deleted_at timestamptz,
  add column deleted_by bigint,
  add column row_version integer not null default 1;
alter table case_contact alter column created_at set default now();
alter table case_contact disable row level security;
alter table abnormal_case disable row level security;
update case_contact k set called_at = k.created_at, client_id = c.client_id from abnormal_case c where c.tenant_id = k.tenant_id and c.id = k.case_id;
alter table case_contact alter column called_at set not null, alter column called_at set default now();
alter table case_contact enable row level security;
alter table case_contact force row level security;
alter table abnormal_case enable row level security;
alter table abnormal_case force row level security;
alter table case_contact rename constraint case_contact_tenant_id_case_id_fkey to case_contact_case_id_fkey;
alter table case_contact
  add constraint case_contact_client_id_fkey foreign key (tenant_id, client_id) references client (tenant_id, id),
  add constraint case_contact_guardian_id_fkey foreign key (tenant_id, guardian_id) references guardian_contact (tenant_id, id),
  add constraint case_contact_user_id_fkey foreign key (tenant_id, user_id) references app_user (tenant_id, id);
drop index case_contact_of_case;
create index case_contact_in_order on case_contact (tenant_id, called_at desc, id desc);
create index case_contact_by_case_id on case_contact (tenant_id, case_id, called_at desc);
create index case_contact_by_client_id on case_contact (tenant_id, client_id, called_at desc);
