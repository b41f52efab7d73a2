-- Lines that the check of a file refused. The writing of the batch leaves them out.
alter table import_batch add column refused_lines integer[] not null default '{}';
