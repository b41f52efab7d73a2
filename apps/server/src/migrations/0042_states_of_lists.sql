-- Lists with tabs by state count and read the rows of one state.
create index client_consent_by_state on client_consent (tenant_id, state, signed_at desc);
create index access_alert_by_state on access_alert (tenant_id, state, started_at desc);
create index device_command_by_state on device_command (tenant_id, state, created_at desc);
create index device_by_lifecycle on device (tenant_id, lifecycle);
