-- Figures of the overview count rows by their state from an index alone.
create index bed_counted on bed (tenant_id, state) where not is_deleted;
create index room_counted on room (tenant_id, state) where not is_deleted;
create index staff_paper_counted on staff_paper (tenant_id, state) where not is_deleted;

-- The first payment that is not made stands with its contract, so that overdue contracts are counted from an index.
alter table contract add column next_payment_on date;
alter table contract disable row level security;
alter table contract_payment disable row level security;
update contract c set next_payment_on = p.first
  from (select tenant_id, contract_id, min(due_on) as first from contract_payment where not is_paid and not is_deleted group by 1, 2) p
  where p.tenant_id = c.tenant_id and p.contract_id = c.id;
alter table contract enable row level security;
alter table contract force row level security;
alter table contract_payment enable row level security;
alter table contract_payment force row level security;
create index contract_overdue on contract (tenant_id, next_payment_on) where state in ('effective', 'expired') and not is_deleted;

-- A day of rest ends on its own day.
alter table duty_type disable row level security;
update duty_type set ends_next_day = false where kind = 'rest' and ends_next_day;
alter table duty_type enable row level security;
alter table duty_type force row level security;
