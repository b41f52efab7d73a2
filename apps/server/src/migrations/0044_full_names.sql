-- A person's whole name: surname and given name, with a blank between them unless both are Chinese. Accounts whose given
-- name already begins with the surname hold the whole name there.
alter table app_user add column full_name text generated always as (
  case
    when surname = '' or starts_with(name, surname) then name
    when surname ~ '^[\u4e00-\u9fff]+$' and name ~ '^[\u4e00-\u9fff]+$' then surname || name
    else surname || ' ' || name
  end) stored not null;
