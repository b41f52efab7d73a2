-- How far a trial has counted a person: the cases that were open at the beginning of a day, without their words.
create table rule_trial_state (
  tenant_id bigint not null,
  rule_id bigint not null,
  rule_version integer not null,
  client_id bigint not null,
  at timestamptz not null,
  basis text not null,
  book jsonb not null,
  primary key (tenant_id, rule_id, rule_version, client_id, at),
  foreign key (tenant_id, rule_id) references abnormal_rule (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id)
);
create index rule_trial_state_by_client on rule_trial_state (tenant_id, client_id, at);
select kangmai.protect_tenant_table('rule_trial_state');
