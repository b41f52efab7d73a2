-- The menu that an official account shows, and the list of what it sent.
create table gzh_menu (
  tenant_id bigint not null,
  setting_id bigint not null,
  buttons jsonb not null,
  published_at timestamptz not null,
  primary key (tenant_id, setting_id),
  foreign key (tenant_id, setting_id) references gzh_setting (tenant_id, id)
);
select kangmai.protect_tenant_table('gzh_menu', 'select, insert, update');

create index outgoing_message_by_template on outgoing_message (tenant_id, queued_at desc, id desc) where channel = 'template';
