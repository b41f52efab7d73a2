-- Handled cases under observation: until when, and for each handling until when it lasted.
alter table abnormal_case add column observe_until timestamptz;
alter table case_handling add column observe_until timestamptz;
create index abnormal_case_observed on abnormal_case (tenant_id, observe_until) where observe_until is not null;
