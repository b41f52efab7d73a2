-- A third kind of task: a work with steps of its own, and what it has counted so far.
alter table list_task drop constraint list_task_kind_check;
alter table list_task add constraint list_task_kind_check check (kind in ('export', 'batch', 'work'));
alter table list_task add column figures jsonb;
