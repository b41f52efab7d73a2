-- A rule is confirmed by a person only; dates without a person go.
alter table abnormal_rule disable row level security;
update abnormal_rule set confirmed_at = null, row_version = row_version + 1 where confirmed_at is not null and confirmed_by_id is null;
alter table abnormal_rule enable row level security;
alter table abnormal_rule force row level security;
