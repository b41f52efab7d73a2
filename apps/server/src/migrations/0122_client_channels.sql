-- The channel by which a client learned of the organisation.
alter table client add column knowing_channel_id bigint;
alter table client add constraint client_knowing_channel_id_fkey foreign key (tenant_id, knowing_channel_id) references knowing_channel (tenant_id, id);
create index client_by_knowing_channel_id on client (tenant_id, knowing_channel_id, created_at desc);
