-- The clock of moves looks through the consents that are valid, by their last day.
create index client_consent_expire_due on client_consent (expires_on, tenant_id) where state = 'valid' and not is_deleted;
select kangmai.open_across_tenants('client_consent', 'kangmai_platform', 'select (tenant_id, is_deleted, state, expires_on)');
