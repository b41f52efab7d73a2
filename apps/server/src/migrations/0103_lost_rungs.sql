-- Open ladders of all tenants, found by the time of their next rung.
create index abnormal_case_by_next_due on abnormal_case (next_due_at) where next_due_at is not null and state = any (array[0, 1, 2]) and not is_deleted;
select kangmai.open_across_tenants('abnormal_case', 'kangmai_platform', 'select (tenant_id, state, is_deleted, next_due_at, alarmed_at, first_contact_at, observe_until)');
