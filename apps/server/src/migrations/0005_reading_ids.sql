-- A night's report is opened by its id alone.
create index mattress_sleep_report_by_id on mattress_sleep_report (tenant_id, id);
