-- The newest message to a user, for the result of an import.
create index outgoing_message_by_user_id on outgoing_message (tenant_id, user_id, id desc);

alter table app_user disable row level security;

-- Phone numbers of staff in one form: digits without signs, without the code of China, `+` before numbers abroad.
-- Versions of rows stay, so that imports of the last days can still be taken back.
update app_user u set phone_number = n.phone
  from (select tenant_id, id, regexp_replace(regexp_replace(regexp_replace(regexp_replace(phone_number, '[[:space:]()-]+', '', 'g'),
      '^00', '+'), '^\+?86(?=1[3-9][0-9]{9}$)', ''), '^\+860?(?=[1-9][0-9]{8,10}$)', '0') as phone
    from app_user where phone_number is not null) n
  where n.tenant_id = u.tenant_id and n.id = u.id and n.phone <> u.phone_number and n.phone ~ '^\+?[0-9]{5,15}$';

-- Whole names: rare characters beyond the basic block are Chinese too.
alter table app_user drop column full_name;
alter table app_user add column full_name text generated always as (
  case
    when surname = '' or starts_with(name, surname) then name
    when surname ~ '^[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]+$'
      and name ~ '^[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]+$' then surname || name
    else surname || ' ' || name
  end) stored not null;
create index app_user_in_order on app_user (tenant_id, full_name, id) where not is_deleted;

alter table app_user enable row level security;
alter table app_user force row level security;
