-- Doctors are offered by their department.
create index staff_profile_by_department on staff_profile (tenant_id, department);
