-- Alarms to people without a screen: level, receipt and further channels; a key stops a repeated message.
alter table outgoing_message
  add column level integer,
  add column delivered_at timestamptz;
create index outgoing_message_to on outgoing_message (tenant_id, recipient, queued_at) where purpose = 'alarm';
alter table message_delivery add column fallbacks jsonb not null default '[]';

create table message_key (
  tenant_id bigint not null,
  key text not null,
  message_id bigint,
  notice_id bigint,
  primary key (tenant_id, key),
  foreign key (tenant_id, message_id) references outgoing_message (tenant_id, id) on delete cascade
);
create index message_key_of on message_key (tenant_id, message_id);
select kangmai.protect_tenant_table('message_key');
select kangmai.open_across_tenants('message_key', 'kangmai_platform', 'select, delete');
