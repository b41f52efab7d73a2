-- NEWS2 of a person as the list of clients sorts by it, the SpO2 scale with its reason, and when a score is next made again.
alter table client
  add column spo2_scale smallint not null default 1,
  add column spo2_scale_reason text,
  add column early_warning smallint;
create index client_worst_first on client (tenant_id, early_warning desc nulls last, id desc);

create table early_warning (
  tenant_id bigint not null,
  client_id bigint not null,
  due_at timestamptz not null,
  primary key (tenant_id, client_id)
) with (fillfactor = 70);
create index early_warning_due on early_warning (due_at);
select kangmai.protect_tenant_table('early_warning');
select kangmai.open_across_tenants('early_warning', 'kangmai_platform', 'select');

-- Scores of persons measured of late are made soon after the upgrade.
alter table reading_latest disable row level security;
alter table early_warning disable row level security;
insert into early_warning (tenant_id, client_id, due_at)
  select distinct tenant_id, client_id, now() from reading_latest
  where client_id > 0 and kind in ('bp', 'heart', 'spo2', 'temperature') and measured_at > now() - interval '12 hours';
alter table early_warning enable row level security;
alter table early_warning force row level security;
alter table reading_latest enable row level security;
alter table reading_latest force row level security;
