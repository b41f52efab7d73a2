-- A new key of a tenant is known to every node before the first value is sealed with it.
alter table tenant_key add column active_at timestamptz not null default '-infinity';

-- Keys that sign tokens, wrapped by the master key. Version 0 is derived from the master key itself and has no bytes of its own.
create table signing_key (
  version integer primary key check (version >= 0),
  wrapped bytea,
  active_at timestamptz not null default now(),
  accepted_until timestamptz,
  check ((version = 0) = (wrapped is null))
);
revoke all on signing_key from public;
grant select, insert, update, delete on signing_key to kangmai_platform;
