-- A bench of a rule about silence says since when the presence of devices is known.
alter table rule_bench add column covered_since timestamptz;
create index device_presence_of_tenant on device_presence (tenant_id, at);
