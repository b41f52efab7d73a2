-- Codes that differ in capital and small letters alone look alike, so they are one code.
alter table building disable row level security;
alter table room disable row level security;
alter table bed disable row level security;
alter table job_position disable row level security;
alter table staff_member disable row level security;
alter table institution disable row level security;

do $$
declare
  twins text;
begin
  select string_agg(format('tenant %s, %s: %s', tenant_id, kind, codes), '; ' order by tenant_id, kind, codes) into twins
  from (
    select tenant_id, 'building' as kind, string_agg(code, ' and ' order by id) as codes
      from building where not is_deleted group by tenant_id, lower(code) having count(*) > 1
    union all
    select tenant_id, 'room', string_agg(room_no, ' and ' order by id)
      from room where not is_deleted group by tenant_id, building_id, lower(room_no) having count(*) > 1
    union all
    select tenant_id, 'bed', string_agg(name, ' and ' order by id)
      from bed where not is_deleted group by tenant_id, room_id, lower(bed_no) having count(*) > 1
    union all
    select tenant_id, 'position', string_agg(code, ' and ' order by id)
      from job_position where not is_deleted group by tenant_id, lower(code) having count(*) > 1
    union all
    select tenant_id, 'staff', format('%s job numbers alike', count(*))
      from staff_member where not is_deleted group by tenant_id, lower(job_no) having count(*) > 1
    union all
    select tenant_id, 'institution', string_agg(medical_code, ' and ' order by id)
      from institution where not is_deleted group by tenant_id, lower(medical_code) having count(*) > 1
  ) t;
  if twins is not null then
    raise exception 'Codes differ in capital and small letters alone (%). Start the former version, give one of each another code, and upgrade then.', twins;
  end if;
end
$$;

alter table building enable row level security;
alter table room enable row level security;
alter table bed enable row level security;
alter table job_position enable row level security;
alter table staff_member enable row level security;
alter table institution enable row level security;

drop index building_code_key;
create unique index building_code_key on building (tenant_id, lower(code)) where not is_deleted;
create index building_by_code on building (tenant_id, code);
drop index room_building_id_room_no_key;
create unique index room_building_id_room_no_key on room (tenant_id, building_id, lower(room_no)) where not is_deleted;
drop index bed_room_id_bed_no_key;
create unique index bed_room_id_bed_no_key on bed (tenant_id, room_id, lower(bed_no)) where not is_deleted;
drop index job_position_code_key;
create unique index job_position_code_key on job_position (tenant_id, lower(code)) where not is_deleted;
create index job_position_by_code on job_position (tenant_id, code);
drop index staff_member_job_no_key;
create unique index staff_member_job_no_key on staff_member (tenant_id, lower(job_no)) where not is_deleted;
create index staff_member_by_job_no on staff_member (tenant_id, job_no);
drop index institution_medical_code_key;
create unique index institution_medical_code_key on institution (tenant_id, lower(medical_code)) where not is_deleted;
create index institution_by_medical_code on institution (tenant_id, medical_code);
