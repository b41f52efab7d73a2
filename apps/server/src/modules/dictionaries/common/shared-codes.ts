import { type CommonCodes, commonCodes } from '@kangmai/model/reference';
import type { Ctx } from '../../../access/ctx.ts';
import { initialsOf } from '../initials.ts';

type Asker = Pick<Ctx, 'tx' | 'tenantId' | 'now'>;

/** Codes that the host has had, also those that it deleted, are left alone. */
const addSql = `insert into common_dictionary (tenant_id, catalogue, code, name, initials, source, is_system, created_at)
  select $1, $2, n.code, n.name, n.initials, $3, true, $4 from unnest($5::text[], $6::text[], $7::text[]) with ordinality as n(code, name, initials, place)
  where not exists (select 1 from common_dictionary b where b.tenant_id = $1 and b.catalogue = $2 and b.code = n.code)
  order by n.place returning code`;
const placeSql = `update common_dictionary b set parent_id = p.id, parent_code = p.code
  from unnest($3::text[], $4::text[]) as n(code, below) join common_dictionary p on p.tenant_id = $1 and p.catalogue = $2 and p.code = n.below and not p.is_deleted
  where b.tenant_id = $1 and b.catalogue = $2 and b.code = n.code and b.parent_id is null and not b.is_deleted`;

async function addCodes(ctx: Asker, { catalogue, source, codes }: CommonCodes): Promise<void> {
  const names = codes.map(({ name }) => name);
  const added = await ctx.tx.query<{ code: string }>(addSql, [
    ctx.tenantId,
    catalogue,
    source,
    ctx.now(),
    codes.map(({ code }) => code),
    names,
    names.map((name) => initialsOf(name, 'word', 64)),
  ]);
  const isAdded = new Set(added.map(({ code }) => code));
  const placed = codes.filter(({ code, below }) => isAdded.has(code) && below !== undefined);
  if (placed.length === 0) return;
  await ctx.tx.execute(placeSql, [
    ctx.tenantId,
    catalogue,
    placed.map(({ code }) => code),
    placed.map(({ below }) => below),
  ]);
}

/** Gives the host the codes of a release; tenants read them there. */
export async function provisionCodes(ctx: Asker): Promise<void> {
  if (ctx.tenantId !== 0) return;
  for (const catalogue of commonCodes) await addCodes(ctx, catalogue);
}
