import { client, organizationUnit } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { servingSql } from '../../teams/public.ts';

export const unboundName = '未绑定设备';

export interface NameAndUnit {
  readonly id: number;
  readonly name: string;
  readonly unitName: string | null;
}

const present = (ids: readonly (number | null)[]): readonly number[] => [
  ...new Set(ids.flatMap((id) => (id === null ? [] : [id]))),
];

export async function namesAndUnits(
  ctx: CallCtx,
  clientIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, NameAndUnit>> {
  const ids = present(clientIds);
  if (ids.length === 0) return new Map();
  const rows = await ctx.all(
    ctx
      .from(client, 'c')
      .leftJoin(ctx.from(organizationUnit, 'u').joined, 'u.id', 'c.organizationUnit')
      .select(['c.id', 'c.name', 'u.displayName as unitName'])
      .where('c.id', 'in', ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Ties {
  readonly id: number;
  readonly manager: number | null;
  readonly doctor: number | null;
  readonly team: number | null;
  readonly unit: number | null;
  readonly serving: readonly number[];
}

export async function tiesOf(ctx: CallCtx, clientIds: readonly (number | null)[]): Promise<ReadonlyMap<number, Ties>> {
  const ids = present(clientIds);
  if (ids.length === 0) return new Map();
  const rows = await ctx.tx.query<Ties>(
    `select id, health_manager_id as manager, doctor_id as doctor, team_id as team, organization_unit_id as unit, ${servingSql('c')} as serving from client c where tenant_id = $1 and id = any($2::bigint[])`,
    [ctx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
