-- A rule on trial is judged and counted, and opens no case.
alter table abnormal_rule add column trial_from timestamptz;
alter table abnormal_rule add column trial_until timestamptz;

create table rule_trial_episode (
  tenant_id bigint not null,
  rule_id bigint not null,
  rule_version integer not null,
  client_id bigint not null,
  opened_at timestamptz not null,
  latest_at timestamptz not null,
  ended_at timestamptz,
  level smallint not null,
  primary key (tenant_id, rule_id, rule_version, client_id, opened_at),
  foreign key (tenant_id, rule_id) references abnormal_rule (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id)
);
create index rule_trial_episode_by_client on rule_trial_episode (tenant_id, client_id);
select kangmai.protect_tenant_table('rule_trial_episode');
