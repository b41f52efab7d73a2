-- The outbox is a list: it shows numbers of phones as other lists do, so that they are neither read nor found by part.
alter table outgoing_message add column recipient_shown text not null generated always as (
  case when recipient ~ '^[+]?[0-9]{7,15}$' then left(recipient, 3) || '****' || right(recipient, 4) else recipient end
) stored;
