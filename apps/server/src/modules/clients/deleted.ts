import type { Ctx } from '../../access/ctx.ts';

/** SQL, true for rows not of a deleted person; rows without a person pass. */
export const notOfDeleted = (alias: string): string =>
  `not exists (select 1 from client x where x.tenant_id = ${alias}.tenant_id and x.id = ${alias}.client_id and x.is_deleted)`;

export async function deletedClients({ tx, tenantId }: Pick<Ctx, 'tx' | 'tenantId'>): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>('select id from client where tenant_id = $1 and is_deleted', [tenantId]);
  return rows.map(({ id }) => id);
}
