-- Files that may be of the same person, found when a file is saved, and pairs that somebody has told apart.
create table client_pair (
  tenant_id bigint not null,
  one_id bigint not null,
  other_id bigint not null,
  score smallint not null,
  reasons jsonb not null,
  apart_at timestamptz,
  apart_by bigint,
  found_at timestamptz not null default now(),
  primary key (tenant_id, one_id, other_id),
  constraint client_pair_in_order check (one_id < other_id),
  constraint client_pair_one_id_fkey foreign key (tenant_id, one_id) references client (tenant_id, id),
  constraint client_pair_other_id_fkey foreign key (tenant_id, other_id) references client (tenant_id, id)
);
create index client_pair_by_score on client_pair (tenant_id, score desc, one_id desc, other_id desc) where apart_at is null;
create index client_pair_by_other on client_pair (tenant_id, other_id);
select kangmai.protect_tenant_table('client_pair');

-- Up to which file a tenant's clients were compared when the pairs were introduced.
create table client_pair_scan (
  tenant_id bigint not null,
  up_to bigint not null default 0,
  done_at timestamptz,
  primary key (tenant_id)
);
select kangmai.protect_tenant_table('client_pair_scan');

create index client_by_spelling_and_birthday on client (tenant_id, spelling, birthday) where not is_deleted;
