-- Weeks of the roster are painted as drafts and published; shifts that exist were in effect when they were made.
alter table duty_type add column slot_minutes smallint not null default 15;
alter table duty_type add column capacity_per_slot smallint not null default 1;

alter table shift add column team_id bigint;
alter table shift add column place text;
alter table shift add column capacity smallint;
alter table shift add column state text not null default 'published';
alter table shift add column stop_reason text;
alter table shift add constraint shift_team_id_fkey foreign key (tenant_id, team_id) references care_team (tenant_id, id);

alter table shift disable row level security;
update shift set state = 'finished' where ends_at <= now();
alter table shift enable row level security;
alter table shift force row level security;

alter table shift drop constraint shift_person_id_period;
alter table shift add constraint shift_person_id_period exclude using gist
  (tenant_id with =, person_id with =, tstzrange(starts_at, ends_at) with &&)
  where (kind in ('schedule', 'duty', 'outpatient', 'home', 'video', 'callcenter')
    and state in ('draft', 'published', 'finished') and not is_deleted);
alter table shift drop constraint shift_user_id_period;
alter table shift add constraint shift_user_id_period exclude using gist
  (tenant_id with =, user_id with =, tstzrange(starts_at, ends_at) with &&)
  where (kind in ('schedule', 'duty', 'outpatient', 'home', 'video', 'callcenter')
    and state in ('draft', 'published', 'finished') and not is_deleted);

create index shift_by_team_id on shift (tenant_id, team_id, work_date desc);
create index shift_finish_due on shift (ends_at, tenant_id) where state = 'published'::text and not is_deleted;
select kangmai.open_across_tenants('shift', 'kangmai_platform', 'select (tenant_id, is_deleted, state, ends_at)');
