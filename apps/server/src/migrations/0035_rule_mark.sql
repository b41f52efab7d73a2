-- What stands behind a rule: 1 有依据, 2 待确认, 3 已确认. Written with the rule; the platform's rules get theirs when a server starts.
alter table abnormal_rule add column mark smallint not null default 2 check (mark in (1, 2, 3));
alter table abnormal_rule disable row level security;
update abnormal_rule set mark = 3, row_version = row_version + 1 where confirmed_at is not null and confirmed_by_id is not null;
alter table abnormal_rule enable row level security;
alter table abnormal_rule force row level security;
