import { dictionaryEntry, dictionaryType } from '@kangmai/model';
import { stemsOf, type Draft, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { requireAny } from '../../access/ctx.ts';
import { arrayOf, asSaved, call, implement, wrappedRow, type CallCtx } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { initialsOf } from './initials.ts';
import { countUses } from './uses.ts';

type Entry = Row<typeof dictionaryEntry>;
type EntryDraft = Draft<typeof dictionaryEntry>;

/** Parents of dictionary entries by code; a new entry names its type by code, a stored one by id. */
async function parentsOf(ctx: CallCtx, type: unknown): Promise<ReadonlyMap<string, string | null>> {
  const entries = ctx
    .from(dictionaryEntry, 'e')
    .innerJoin(ctx.from(dictionaryType, 't').joined, 't.id', 'e.type')
    .select(['e.code', 'e.parentCode']);
  const rows = await ctx.all(
    typeof type === 'string' ? entries.where('t.typeCode', '=', type) : entries.where('t.id', '=', Number(type)),
  );
  return new Map(rows.map(({ code, parentCode }) => [code, parentCode]));
}

async function checkParent(ctx: CallCtx, draft: EntryDraft, current: Entry | undefined): Promise<void> {
  const { parentCode } = draft;
  if (parentCode === undefined || parentCode === null) return;
  const { code, type } = asSaved<EntryDraft>(draft, current);
  const parents = await parentsOf(ctx, type);
  if (parentCode !== code && !parents.has(parentCode)) throw invalid('parentCode', 'dictionary.no-parent');
  let above: string | null = parentCode;
  for (let steps = 0; above !== null && steps <= parents.size; steps += 1) {
    if (above === code) throw invalid('parentCode', 'dictionary.circle');
    above = parents.get(above) ?? null;
  }
}

async function refuseDelete(ctx: CallCtx, row: Entry): Promise<void> {
  if (row.isSystem) throw notAllowed('dictionary.built-in');
  const [type, children] = await Promise.all([
    ctx.repo(dictionaryType).find(row.type),
    ctx.first(
      ctx
        .from(dictionaryEntry, 'e')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('e.type', '=', row.type)
        .where('e.parentCode', '=', row.code),
    ),
  ]);
  if (children && children.count > 0) throw notAllowed('dictionary.has-children', { count: children.count });
  const uses = type ? await countUses(ctx, type.typeCode, row.code) : 0;
  if (uses > 0) throw notAllowed('dictionary.in-use', { count: uses });
}

/** Entries: initials follow the name, the tree has no cycle, codes in use cannot be deleted. */
export const entryCode = implement(dictionaryEntry, {
  async beforeSave(ctx, draft, current) {
    if (draft.name !== undefined) draft.initials = initialsOf(draft.name, 'word', 64);
    await checkParent(ctx, draft, current);
  },
  beforeDelete: refuseDelete,
});

export const dictionaryView = call({
  wire: 'GET Dictionary/GetDictionaryForView',
  title: '字典条目（选择用）',
  permission: 'signed-in',
  input: z.object({ 'type_codeFilter': z.string().max(64).optional(), id: z.coerce.number().int().optional() }),
  output: z.union([arrayOf(wrappedRow(dictionaryEntry)), wrappedRow(dictionaryEntry)]),
  async run(ctx, input) {
    const typeCode = input['type_codeFilter'];
    const rows = ctx.rows(dictionaryEntry);
    if (typeCode === undefined) {
      if (input.id === undefined) throw invalid('id', 'field.required');
      requireAny(ctx, stemsOf(dictionaryEntry));
      return rows.plan.writer.wrapped(await rows.get(input.id));
    }
    const found = await rows.find({ where: { type: typeCode, isActive: true }, take: 10_000 });
    return found.map((row) => rows.plan.writer.wrapped(row));
  },
});
