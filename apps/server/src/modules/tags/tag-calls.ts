import { client, tag } from '@kangmai/model';
import { permissionsOfCall, permissionsOfWrite, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type Call, type CallCtx, flatRow, whole } from '../../engine/public.ts';
import { forbidden, notAllowed } from '../../platform/errors.ts';
import { matchesOf, recalculate } from './matches.ts';
import { setClientTags, taggedOutput, tagging } from './set-tags.ts';
import { requireRule } from './tag-code.ts';

const rowId = z.coerce.number().int().min(1);
const shownPeople = 20;

async function preview(ctx: CallCtx, rule: unknown) {
  if (!stemsOf(client).some((name) => ctx.can(name))) throw forbidden(stemsOf(client).join(', '));
  requireRule(rule);
  const { met, open } = await matchesOf(ctx, { rule, isWhole: false });
  const people = await ctx.repo(client).list({ where: { id: { in: met.slice(0, shownPeople) } }, take: shownPeople });
  return { count: met.length, unknownCount: open.length, clients: people.map((row) => ctx.show(client, row)) };
}

const mayTag = permissionsOfWrite(client, 'Edit');
export const tagCalls: readonly Call[] = [
  call({
    wire: 'GET TagLibrary/GetListForSelect',
    title: '可选标签',
    permission: [...stemsOf(tag), ...stemsOf(client)],
    input: z.object({ categoryFilter: z.string().max(20).nullish() }),
    output: arrayOf(
      z.object({
        category: z.string(),
        tags: arrayOf(z.object({ id: whole, code: z.string(), name: z.string(), color: z.string() })),
      }),
    ),
    async run(ctx, { categoryFilter }) {
      const rows = await ctx.repo(tag).list({ where: { isActive: true }, sort: 'name', take: 2000 });
      const shown = rows.filter((row) => !categoryFilter || row.category === categoryFilter);
      return [...new Set(shown.map((row) => row.category))].map((category) => ({
        category,
        tags: shown
          .filter((row) => row.category === category)
          .map(({ id, code, name, color }) => ({ id, code, name, color: color ?? '' })),
      }));
    },
  }),
  call({
    wire: 'POST TagLibrary/Preview',
    title: '预览规则匹配的客户',
    permission: permissionsOfCall(tag, 'save'),
    input: z.object({ rule: z.unknown() }),
    output: z.object({ count: whole, unknownCount: whole, clients: arrayOf(flatRow(client)) }),
    run: (ctx, { rule }) => preview(ctx, rule),
  }),
  call({
    wire: 'POST TagLibrary/Recalculate',
    title: '重新计算自动标签',
    permission: permissionsOfWrite(tag, 'Edit'),
    input: z.object({ id: rowId }),
    output: z.object({ added: whole, removed: whole }),
    async run(ctx, { id }) {
      const row = await ctx.repo(tag).lock(id);
      if (row.tagMode !== 'auto' || !row.isActive) throw notAllowed('tag.not-automatic');
      if (!ctx.caller.sight.all) throw notAllowed('tag.needs-whole-sight');
      return recalculate(ctx, [row]);
    },
  }),
  call({
    wire: 'POST TagLibrary/SetClientTags',
    title: '批量打标签',
    permission: mayTag,
    input: tagging,
    output: taggedOutput,
    run: setClientTags,
  }),
];
