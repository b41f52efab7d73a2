-- Whoever acts in another's name stands in the access log by name, with the time until which it lasts.
alter table sensitive_access_log
  add column ends_at timestamptz,
  add column impersonator_name text,
  drop constraint sensitive_access_log_action_check,
  add constraint sensitive_access_log_action_check check (action in ('view', 'reveal', 'export', 'print', 'download', 'merge', 'impersonate', 'share'));
