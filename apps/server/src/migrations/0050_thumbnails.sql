-- Small pictures beside uploaded ones.
alter table stored_file add column thumb_path text;
