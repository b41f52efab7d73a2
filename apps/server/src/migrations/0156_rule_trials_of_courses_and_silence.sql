-- A trial of a course or silence rule judges new readings only. These tables keep its state by person and by device.
create table rule_trial_course (
  tenant_id bigint not null,
  rule_id bigint not null,
  rule_version integer not null,
  client_id bigint not null,
  at timestamptz not null,
  -- The newest day on which the days before were judged, by kind.
  days jsonb not null,
  book jsonb not null,
  primary key (tenant_id, rule_id, rule_version, client_id),
  foreign key (tenant_id, rule_id) references abnormal_rule (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id)
);
create index rule_trial_course_by_client on rule_trial_course (tenant_id, client_id);
select kangmai.protect_tenant_table('rule_trial_course');

create table rule_trial_watch (
  tenant_id bigint not null,
  rule_id bigint not null,
  rule_version integer not null,
  device_id bigint not null,
  told smallint not null,
  -- The newest sign of wearing when the silence was counted: a newer one ends it.
  worn_at timestamptz,
  primary key (tenant_id, rule_id, rule_version, device_id),
  foreign key (tenant_id, rule_id) references abnormal_rule (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
create index rule_trial_watch_by_device on rule_trial_watch (tenant_id, device_id);
select kangmai.protect_tenant_table('rule_trial_watch');

-- The device whose silence was counted.
alter table rule_trial_episode add column device_id bigint;
alter table rule_trial_episode add foreign key (tenant_id, device_id) references device (tenant_id, id);
create index rule_trial_episode_by_device on rule_trial_episode (tenant_id, device_id) where device_id is not null;
