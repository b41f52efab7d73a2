import type { Ctx } from '../access/ctx.ts';

type Values = Readonly<Record<string, unknown>>;

/** A change of a row that no definition describes: the values that differ are recorded. */
export interface RecordedChange {
  readonly id: number;
  readonly kind?: 'created' | 'updated' | 'deleted';
  readonly before?: Values;
  readonly after: Values;
}

/** Records who changed a row that no definition describes, with the values that differ, in the same transaction. */
export async function recordChange(
  { tx, tenantId, caller }: Pick<Ctx, 'tx' | 'tenantId' | 'caller'>,
  resource: string,
  { id, kind = 'updated', before = {}, after }: RecordedChange,
): Promise<void> {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0 && kind === 'updated') return;
  const pick = (values: Values): string =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
  await tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      resource,
      id,
      kind,
      pick(before),
      pick(after),
      caller.userId,
      caller.userName,
      caller.impersonatorUserId,
      caller.impersonatorTenantId,
    ],
  );
}
