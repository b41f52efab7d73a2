-- Lists of readings leave out deleted persons; there are few of them.
create index client_deleted on client (tenant_id, id) where is_deleted;
