import { dictionaryEntry } from '@kangmai/model';
import { stemsOf, type Draft, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import { arrayOf, asSaved, call, implement, wrappedRow, type CallCtx } from '../../engine/public.ts';
import { forbidden, invalid, notAllowed } from '../../platform/errors.ts';
import { initialsOf } from './initials.ts';
import { countUses } from './uses.ts';

type Entry = Row<typeof dictionaryEntry>;
type EntryDraft = Draft<typeof dictionaryEntry>;

/** Parents of dictionary entries by code; a new entry names its type by code, a stored one by id. */
async function parentsOf(ctx: CallCtx, type: unknown): Promise<ReadonlyMap<string, string | null>> {
  const rows = await ctx.tx.query<{ code: string; parent: string | null }>(
    `select e.code, e.parent_code as parent from dictionary_entry e join dictionary_type t on t.tenant_id = e.tenant_id and t.id = e.type_id
     where e.tenant_id = $1 and not e.is_deleted and ${typeof type === 'string' ? 't.type_code = $2' : 't.id = $2'}`,
    [ctx.tenantId, type],
  );
  return new Map(rows.map(({ code, parent }) => [code, parent]));
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
  const type = await ctx.tx.one<{ code: string; children: number }>(
    `select t.type_code as code, (select count(*) from dictionary_entry e where e.tenant_id = t.tenant_id and e.type_id = t.id and e.parent_code = $3 and not e.is_deleted) as children
     from dictionary_type t where t.tenant_id = $1 and t.id = $2`,
    [ctx.tenantId, row.type, row.code],
  );
  if (type && type.children > 0) throw notAllowed('dictionary.has-children', { count: type.children });
  const uses = type ? await countUses(ctx, type.code, row.code) : 0;
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

/** The active entries of a type for selects, after sign-in; or one entry, for those who maintain dictionaries. */
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
      if (!canAny(ctx, stemsOf(dictionaryEntry))) throw forbidden(stemsOf(dictionaryEntry).join(', '));
      return rows.plan.writer.wrapped(await rows.get(input.id));
    }
    const found = await rows.find({ where: { type: typeCode, isActive: true }, take: 10_000 });
    return found.map((row) => rows.plan.writer.wrapped(row));
  },
});
