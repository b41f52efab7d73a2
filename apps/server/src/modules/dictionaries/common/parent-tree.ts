import { commonCatalogues, commonDictionary } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { call, type CallCtx, regions, whole } from '../../../engine/public.ts';

/** A catalogue with more rows at its top shows the first of them. */
const most = 2000;

interface Node {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
  readonly isSystem: boolean;
  readonly childCount: number;
}

const ofCatalogue = (alias: string): string =>
  `${alias}.tenant_id in (0, $1) and ${alias}.catalogue = $2 and not ${alias}.is_deleted`;
const nodesSql = `select b.id, b.parent_id as "parentId", b.code, b.name as "displayName", b.is_system as "isSystem", coalesce(n.count, 0) as "childCount"
  from common_dictionary b left join (
    select c.parent_id, count(*) as count from common_dictionary c where ${ofCatalogue('c')} and c.parent_id is not null group by 1) n on n.parent_id = b.id
  where ${ofCatalogue('b')} and (b.parent_id is null or n.count > 0) order by b.code, b.id limit $3`;

const divisionsBelow = new Map<string | null, number>();
for (const { parentCode } of regions) divisionsBelow.set(parentCode, (divisionsBelow.get(parentCode) ?? 0) + 1);

/** Provinces, cities and counties, whose ids are their six digits; no row has such an id. */
const divisions: readonly Node[] = regions.map(({ code, name, parentCode }) => ({
  id: Number(code),
  parentId: parentCode === null ? null : Number(parentCode),
  code,
  displayName: name,
  isSystem: true,
  childCount: divisionsBelow.get(code) ?? 0,
}));

async function nodesOf(ctx: CallCtx, catalogue: string): Promise<readonly Node[]> {
  const rows = await ctx.tx.query<Node>(nodesSql, [ctx.tenantId, catalogue, most]);
  if (catalogue !== 'region') return rows;
  return [...divisions, ...rows.map((row) => ({ ...row, parentId: row.parentId ?? Number(row.code.slice(0, 6)) }))];
}

/** The rows of a catalogue that stand at its top or above others, with the number directly below each. */
export const parentTree = call({
  wire: 'GET CommonDictionarys/GetAllParent',
  title: '公共字典：可作上级的编码',
  permission: permissionsOfCall(commonDictionary, 'list'),
  resource: commonDictionary,
  input: z.object({ dicTypeFilter: z.enum(commonCatalogues.names as readonly [string, ...string[]]) }),
  output: z.object({
    items: z.array(
      z.object({
        id: whole,
        parentId: whole.nullable(),
        code: z.string(),
        displayName: z.string(),
        isSystem: z.boolean(),
        childCount: whole,
      }),
    ),
  }),
  async run(ctx: CallCtx, { dicTypeFilter }) {
    return { items: [...(await nodesOf(ctx, dicTypeFilter))] };
  },
});
