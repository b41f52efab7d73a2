-- Whom staff tried to reach about a case, and whether the last rung of a case notified nobody.
alter table case_contact add column callee smallint, add column guardian_id bigint;
alter table abnormal_case add column told_nobody boolean not null default false;
