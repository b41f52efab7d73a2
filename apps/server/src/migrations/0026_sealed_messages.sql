-- Codes and links of messages are kept sealed with the tenant's key, and the text of a message is masked.
alter table outgoing_message disable row level security;
alter table message_delivery disable row level security;

-- Messages that still wait have their code or link in clear: they are not sent any more.
update outgoing_message m set state = 'failed', problem = 'UPGRADE', row_version = row_version + 1
  from message_delivery d where d.tenant_id = m.tenant_id and d.message_id = m.id and m.state in ('waiting', 'sending');
delete from message_delivery;

update outgoing_message set body = regexp_replace(regexp_replace(body, 'https?://[^[:space:]]+', '••••••', 'g'), '[0-9]{6}', '••••••', 'g'), row_version = row_version + 1
  where state = 'kept' or body ~ 'c=[^[:space:]]{20}';

-- A message that nobody delivers waits for no time; it is kept until its code or link has expired.
alter table message_delivery
  drop column params,
  add column params_sealed bytea not null,
  alter column next_at drop not null;
drop index message_delivery_due;
create index message_delivery_due on message_delivery (next_at) where next_at is not null;
create index message_delivery_expiry on message_delivery (expires_at);

alter table outgoing_message enable row level security;
alter table outgoing_message force row level security;
alter table message_delivery enable row level security;
alter table message_delivery force row level security;
