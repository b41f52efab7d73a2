-- A call for help knows its case; its position stands in WGS-84 beside the pair of the map.
alter table sos_record disable row level security;
alter table abnormal_case disable row level security;
alter table case_contact disable row level security;
alter table outbox disable row level security;

alter table sos_record
  add column case_id bigint,
  add column wgs_longitude numeric(10,6),
  add column wgs_latitude numeric(10,6),
  add column position_source text,
  add constraint sos_record_case_id_fkey foreign key (tenant_id, case_id) references abnormal_case (tenant_id, id);

-- Where one case fits: of the same kind and wearer (without one: of the device), open while the call came in.
with fitting as (
  select s.tenant_id, s.id, min(c.id) as case_id, count(*) as cases
  from sos_record s join abnormal_case c on c.tenant_id = s.tenant_id and c.type = case when s.type = 2 then 'fall' else 'sos' end and not c.is_deleted
    and (c.client_id = s.client_id or (s.client_id is null and c.client_id is null and c.device_id = s.device_id))
    and c.started_at <= s.called_at + interval '5 minutes' and (c.state in (0, 1, 2) or (s.state in (3, 4) and coalesce(c.handled_at, c.latest_at) >= s.called_at))
  where not s.is_deleted group by s.tenant_id, s.id)
update sos_record s set case_id = f.case_id from fitting f where f.cases = 1 and s.tenant_id = f.tenant_id and s.id = f.id;

create index sos_record_by_case_id on sos_record (tenant_id, case_id, called_at desc);

-- Open calls whose contact was stamped by a change of state and logged by nobody need one again.
with stamped as (
  update abnormal_case c set first_contact_at = null, next_due_at = now() + interval '3 minutes', row_version = row_version + 1
  where c.type in ('sos', 'fall') and c.state in (0, 1, 2) and c.first_contact_at is not null and not c.is_deleted
    and not exists (select 1 from case_contact k where k.tenant_id = c.tenant_id and k.case_id = c.id and k.outcome in (1, 2, 3))
  returning c.tenant_id, c.id, c.next_due_at)
insert into outbox (tenant_id, topic, payload, available_at) select tenant_id, 'case.due', jsonb_build_object('id', id), next_due_at from stamped;

alter table sos_record enable row level security;
alter table sos_record force row level security;
alter table abnormal_case enable row level security;
alter table abnormal_case force row level security;
alter table case_contact enable row level security;
alter table case_contact force row level security;
alter table outbox enable row level security;
alter table outbox force row level security;

-- The newest cancel of a fall by device: it waits a minute for a fall that comes after it.
create table fall_cancel (
  tenant_id bigint not null,
  device_id bigint not null,
  cancelled_at timestamptz not null,
  received_at timestamptz not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
select kangmai.protect_tenant_table('fall_cancel');
