import { type CallCtx, maskPhone } from '../../engine/public.ts';

type Values = Readonly<Record<string, unknown>>;

const shown = (name: string, value: unknown): unknown =>
  name === 'phoneNumber' && typeof value === 'string' ? maskPhone(value) : (value ?? null);

/** Records a change of an account with the values that differ. */
export async function recordUserChange(
  { tx, tenantId, caller }: Pick<CallCtx, 'tx' | 'tenantId' | 'caller'>,
  id: number,
  {
    kind = 'updated',
    before = {},
    after,
  }: { readonly kind?: 'created' | 'updated' | 'deleted'; readonly before?: Values; readonly after: Values },
): Promise<void> {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0 && kind === 'updated') return;
  const pick = (values: Values): string =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, shown(name, values[name])])));
  await tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id)
     values ($1, 'user', $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tenantId,
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
