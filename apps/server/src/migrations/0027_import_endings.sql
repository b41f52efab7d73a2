-- An import ends when its user cancels it, and when its step has broken off twice.
alter table import_batch drop constraint import_batch_state_check;
alter table import_batch add constraint import_batch_state_check
  check (state in ('checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed', 'cancelled'));
-- How often the present step was begun; written before its work.
alter table import_batch add column attempts smallint not null default 0;
