-- What of a case comes from a device reading that staff declared void: 0 nothing, 1 its level, 2 all of it. Its words told that before.
alter table abnormal_case add column of_void smallint not null default 0 check (of_void in (0, 1, 2));
alter table abnormal_case disable row level security;
update abnormal_case set of_void = case when finding like '设备读数已作废%' then 2 else 1 end where finding like '%设备读数已作废%';
alter table abnormal_case enable row level security;
alter table abnormal_case force row level security;
