-- Place of a case on the desk: the gravest level first, within a level the unclaimed ones; silent devices below level 3 stand last.
-- Of one place the oldest case, that is the smallest id, stands first. Closed cases follow all others.
alter table abnormal_case add column desk_rank smallint generated always as (
  case when state > 2 then 20
    else (4 - level) * 2 + (case when state = 0 then 0 else 1 end) + (case when level < 3 and type in ('wear', 'offline', 'battery') then 10 else 0 end)
  end) stored;
create index abnormal_case_on_desk on abnormal_case (tenant_id, desk_rank, id) where state = any (array[0, 1, 2]) and not is_deleted;
