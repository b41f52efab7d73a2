-- Lines that the check of a file refused. The writing of the batch leaves them out.
alter table import_batch add column refused_lines integer[] not null default '{}';

-- A change of a signed consent is a new consent that names the one it replaces.
alter table client_consent add column supersedes bigint;
