-- Codes by which a person or a contact binds WeChat, and the signed callbacks that were taken.
create table wechat_code (
  tenant_id bigint not null,
  hash bytea not null,
  client_id bigint,
  contact_id bigint,
  expires_at timestamptz not null,
  made_by bigint,
  primary key (tenant_id, hash),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references guardian_contact (tenant_id, id) on delete cascade,
  check ((client_id is null) <> (contact_id is null))
);
create index wechat_code_of_client on wechat_code (tenant_id, client_id) where client_id is not null;
create index wechat_code_of_contact on wechat_code (tenant_id, contact_id) where contact_id is not null;
create index wechat_code_ended on wechat_code (tenant_id, expires_at);
select kangmai.protect_tenant_table('wechat_code');

create table wechat_callback (
  tenant_id bigint not null,
  signed bytea not null,
  body bytea not null,
  taken_at timestamptz not null,
  primary key (tenant_id, signed)
);
create index wechat_callback_age on wechat_callback (tenant_id, taken_at);
select kangmai.protect_tenant_table('wechat_callback');

create index client_open_id on client (tenant_id, open_id) where open_id is not null;
create index guardian_contact_open_id on guardian_contact (tenant_id, open_id) where open_id is not null;
