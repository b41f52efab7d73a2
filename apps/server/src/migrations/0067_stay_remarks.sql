-- What is noted when somebody moves in.
alter table bed_stay add column remark text;
