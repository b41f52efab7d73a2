-- Many new cases of one rule and product, or of one rule and source where the product is unknown: one row a group, found by the clock.
create table case_storm (
  tenant_id bigint not null,
  id bigint generated always as identity (maxvalue 9007199254740991),
  type text not null,
  rule_id bigint,
  product_id bigint,
  source_id bigint,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, type, rule_id, product_id, source_id)
);
select kangmai.protect_tenant_table('case_storm');

-- The storm of a case, and where the desk folds it: never at level 4, and only until somebody takes it.
alter table abnormal_case
  add column storm bigint,
  add column fold bigint generated always as (case when storm is not null and level < 4 and state = 0 then storm else 0 end) stored;
create index abnormal_case_by_alarmed on abnormal_case (alarmed_at, tenant_id);
