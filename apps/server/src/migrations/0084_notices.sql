-- One notice has the same identifier for all its readers; a key stops a repeated notice.
alter table user_notification drop constraint user_notification_tenant_id_guid_key;
alter table user_notification add column key text;
create unique index user_notification_guid on user_notification (tenant_id, user_id, guid);
create unique index user_notification_key on user_notification (tenant_id, user_id, key) where key is not null;
create index user_notification_newest on user_notification (tenant_id, user_id, id desc);
create index user_notification_unread on user_notification (tenant_id, user_id) where not is_read;
drop index user_notification_of_user;

-- What a user switched off or on; without a row the purpose decides.
create table notice_choice (
  tenant_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  in_app boolean not null,
  mail boolean not null,
  primary key (tenant_id, user_id, purpose),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
select kangmai.protect_tenant_table('notice_choice');
