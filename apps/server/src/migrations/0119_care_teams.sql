-- Care teams and their members by their definitions.
alter table care_team
  add column code text,
  add column department_code text,
  add column leader_id bigint,
  add column phone text,
  add column introduction text,
  add column logo uuid,
  add column max_clients integer not null default 2000,
  add column is_valid boolean not null default true,
  add constraint care_team_leader_id_fkey foreign key (tenant_id, leader_id) references app_user (tenant_id, id);
alter table care_team rename constraint care_team_tenant_id_organization_unit_id_fkey to care_team_organization_unit_id_fkey;
alter table care_team_member add column place integer not null default 0;
alter table care_team_member rename constraint care_team_member_tenant_id_care_team_id_fkey to care_team_member_care_team_id_fkey;
alter table care_team_member rename constraint care_team_member_tenant_id_user_id_fkey to care_team_member_user_id_fkey;
drop index care_team_member_of_team;
create index care_team_member_by_care_team_id on care_team_member (tenant_id, care_team_id, place);
create index care_team_member_by_user_id on care_team_member (tenant_id, user_id, place);
create index care_team_member_in_order on care_team_member (tenant_id, place, id);
drop index care_team_member_once;
create unique index care_team_member_user_id_care_team_id_key on care_team_member (tenant_id, user_id, care_team_id) where not is_deleted;

-- Teams that exist get a code, and their leader from their members.
alter table care_team disable row level security;
alter table care_team_member disable row level security;
update care_team t set code = 'T' || t.id, row_version = t.row_version + 1, leader_id = (
  select m.user_id from care_team_member m
  where m.tenant_id = t.tenant_id and m.care_team_id = t.id and m.role_in_team = 'leader' and not m.is_deleted
  order by m.id limit 1
);
update care_team_member m set place = n.place
  from (select tenant_id, id, row_number() over (partition by tenant_id, care_team_id order by id) - 1 as place from care_team_member) n
  where n.tenant_id = m.tenant_id and n.id = m.id;
alter table care_team enable row level security;
alter table care_team force row level security;
alter table care_team_member enable row level security;
alter table care_team_member force row level security;
create unique index care_team_code_key on care_team (tenant_id, lower(code)) where not is_deleted;
create index care_team_by_code on care_team (tenant_id, code);
create index care_team_by_department_code on care_team (tenant_id, department_code);
create index care_team_by_logo on care_team (tenant_id, logo) where logo is not null;
