import { commonDictionary } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { asSaved, type CallCtx, implement, sql } from '../../../engine/public.ts';
import { invalid, notAllowed, requireSound } from '../../../platform/errors.ts';
import { initialsOf } from '../initials.ts';
import { childrenOf, type CodeRow, isAbove, rowById, rowsByCode } from './code-rows.ts';
import { regionProblems } from './region-rule.ts';

type Code = Row<typeof commonDictionary>;
type CodeDraft = Draft<typeof commonDictionary>;

/** Above every letter that a code may have. */
const last = '\u007f';

const isNew = <T>(value: T | undefined, before: T | null | undefined): boolean =>
  value !== undefined && value !== (before ?? null);

async function named(ctx: Ctx, catalogue: string, code: string): Promise<CodeRow> {
  const [row] = await rowsByCode(ctx, catalogue, code);
  if (!row) throw invalid('parentCode', 'common-dictionary.no-parent', { code });
  return row;
}

/** The parent that a save names by id, by code or by both. */
async function parentOf(ctx: Ctx, draft: CodeDraft, current: Code | undefined): Promise<CodeRow | undefined> {
  const code = isNew(draft.parentCode, current?.parentCode) ? draft.parentCode : undefined;
  if (!isNew(draft.parent, current?.parent)) {
    if (code === undefined || code === null) return undefined;
    return named(ctx, asSaved<CodeDraft>(draft, current).catalogue ?? '', code);
  }
  const row = await rowById(ctx, Number(draft.parent));
  if (row && code !== undefined && code !== null && code !== row.code)
    throw invalid('parentCode', 'common-dictionary.two-parents', { code });
  return row;
}

async function refuseParent(
  ctx: Ctx,
  above: CodeRow,
  of: { catalogue: string; id: number | undefined },
): Promise<void> {
  if (above.catalogue !== of.catalogue) throw invalid('parent', 'common-dictionary.other-catalogue');
  if (of.id === undefined) return;
  await ctx.tx.execute('select pg_advisory_xact_lock(hashtextextended($2, $1))', [ctx.tenantId, 'common dictionary']);
  if (await isAbove(ctx, of.id, above.id)) throw invalid('parent', 'common-dictionary.circle');
}

async function settleParent(ctx: CallCtx, draft: CodeDraft, current: Code | undefined): Promise<void> {
  const isChosen = isNew(draft.parent, current?.parent);
  if (!isChosen && !isNew(draft.parentCode, current?.parentCode)) return;
  const above = await parentOf(ctx, draft, current);
  const { catalogue = '' } = asSaved<CodeDraft>(draft, current);
  if (above) await refuseParent(ctx, above, { catalogue, id: current?.id });
  // A parent that is not there is refused where all references are.
  else if (isChosen && draft.parent !== null) return;
  draft.parent = above?.id ?? null;
  draft.parentCode = above?.code ?? null;
}

function checkRegion({ catalogue, code, parentCode }: CodeDraft): void {
  if (catalogue === 'region') requireSound(regionProblems(code ?? '', parentCode ?? undefined));
}

async function refuseKnown(ctx: CallCtx, { catalogue, code }: CodeDraft): Promise<void> {
  if (ctx.tenantId === 0 || catalogue === undefined || code === undefined) return;
  const [found] = await rowsByCode(ctx, catalogue, code);
  if (found?.isSystem) throw invalid('code', 'common-dictionary.known', { code, name: found.name });
}

/** Codes: shared ones change by the host alone, additions repeat none of them, parents are of the same catalogue. */
export const commonCode = implement(commonDictionary, {
  async lockFirst(ctx, id) {
    const row = ctx.tenantId === 0 ? undefined : await rowById(ctx, id);
    if (row?.isSystem) throw notAllowed('common-dictionary.shared');
  },
  async beforeSave(ctx, draft, current) {
    if (draft.name !== undefined) draft.initials = initialsOf(draft.name, 'word', 64);
    if (!current) {
      draft.isSystem = ctx.tenantId === 0;
      await refuseKnown(ctx, draft);
    }
    await settleParent(ctx, draft, current);
    checkRegion(asSaved<CodeDraft>(draft, current));
  },
  async beforeDelete(ctx, { id }) {
    const count = await childrenOf(ctx, id);
    if (count > 0) throw notAllowed('common-dictionary.has-children', { count });
  },
  conditions: {
    codeStart: (start) => sql<boolean>`(b.code ~>=~ ${start} and b.code ~<~ ${start + last})`,
  },
});
