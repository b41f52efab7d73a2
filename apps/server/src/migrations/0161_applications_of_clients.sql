-- The client file of the person who applied.
alter table staff_application add column client_id bigint;
alter table staff_application add constraint staff_application_client_id_fkey foreign key (tenant_id, client_id) references client (tenant_id, id);
create index staff_application_by_client_id on staff_application (tenant_id, client_id, state);
