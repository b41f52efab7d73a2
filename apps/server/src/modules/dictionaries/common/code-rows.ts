import type { Ctx } from '../../../access/ctx.ts';
import { askedTogether } from '../../../platform/database/asked-together.ts';

export interface CodeRow {
  readonly id: number;
  readonly catalogue: string;
  readonly code: string;
  readonly name: string;
  readonly isSystem: boolean;
}

const columns = 'b.id, b.catalogue, b.code, b.name, b.is_system as "isSystem"';
const from = 'from common_dictionary b where b.tenant_id in (0, $1) and not b.is_deleted';

export const rowById = (ctx: Ctx, id: number): Promise<CodeRow | undefined> =>
  ctx.tx.one<CodeRow>(`select ${columns} ${from} and b.id = $2`, [ctx.tenantId, id]);

/** The rows of a code in its catalogue, the shared one first; one statement for rows saved together. */
export const rowsByCode = (ctx: Ctx, catalogue: string, code: string): Promise<readonly CodeRow[]> =>
  askedTogether(ctx.tx, {
    kind: `common codes ${catalogue}`,
    key: code,
    async ask(codes) {
      const rows = await ctx.tx.query<CodeRow>(
        `select ${columns} ${from} and b.catalogue = $2 and b.code = any($3::text[]) order by b.tenant_id`,
        [ctx.tenantId, catalogue, [...new Set(codes)]],
      );
      return codes.map((asked) => rows.filter((row) => row.code === asked));
    },
  });

/** Whether a row stands above another, or is it. */
export async function isAbove(ctx: Ctx, id: number, below: number): Promise<boolean> {
  const found = await ctx.tx.one(
    `with recursive up as (
       select b.id, b.parent_id ${from} and b.id = $3
       union select b.id, b.parent_id from up join common_dictionary b on b.tenant_id in (0, $1) and b.id = up.parent_id)
     select 1 from up where up.id = $2 limit 1`,
    [ctx.tenantId, id, below],
  );
  return found !== undefined;
}

export async function childrenOf(ctx: Ctx, id: number): Promise<number> {
  const found = await ctx.tx.one<{ count: number }>(`select count(*) as count ${from} and b.parent_id = $2`, [
    ctx.tenantId,
    id,
  ]);
  return found?.count ?? 0;
}
