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

interface Asked {
  readonly catalogue: string;
  readonly id: number | undefined;
  readonly parent: CodeDraft['parent'];
  readonly code: CodeDraft['parentCode'];
}

const none: Pick<Code, 'parent' | 'parentCode'> = { parent: null, parentCode: null };

/** What a save gives for the parent; undefined where it stays. */
function askedOf(draft: CodeDraft, current: Code | undefined): Asked {
  const { parent, parentCode } = current ?? none;
  return {
    catalogue: asSaved<CodeDraft>(draft, current).catalogue ?? '',
    id: current?.id,
    parent: draft.parent === parent ? undefined : draft.parent,
    code: draft.parentCode === parentCode ? undefined : draft.parentCode,
  };
}

async function named(ctx: Ctx, catalogue: string, code: string): Promise<CodeRow> {
  const [row] = await rowsByCode(ctx, catalogue, code);
  if (!row) throw invalid('parentCode', 'common-dictionary.no-parent', { code });
  return row;
}

async function parentOf(ctx: Ctx, { catalogue, parent, code }: Asked): Promise<CodeRow | undefined> {
  if (parent === null) return undefined;
  if (parent === undefined) return code ? named(ctx, catalogue, code) : undefined;
  const row = await rowById(ctx, Number(parent));
  if (row && code && code !== row.code) throw invalid('parentCode', 'common-dictionary.two-parents', { code });
  return row;
}

async function refuseParent(ctx: Ctx, above: CodeRow, { catalogue, id }: Asked): Promise<void> {
  if (above.catalogue !== catalogue) throw invalid('parent', 'common-dictionary.other-catalogue');
  if (id === undefined) return;
  await ctx.tx.execute('select pg_advisory_xact_lock(hashtextextended($2, $1))', [ctx.tenantId, 'common dictionary']);
  if (await isAbove(ctx, id, above.id)) throw invalid('parent', 'common-dictionary.circle');
}

function place(draft: CodeDraft, above: CodeRow | undefined): void {
  draft.parent = above?.id ?? null;
  draft.parentCode = above?.code ?? null;
}

async function settleParent(ctx: CallCtx, draft: CodeDraft, current: Code | undefined): Promise<void> {
  const asked = askedOf(draft, current);
  if (asked.parent === undefined && asked.code === undefined) return;
  const above = await parentOf(ctx, asked);
  if (above) await refuseParent(ctx, above, asked);
  // A parent that is not there is refused where all references are.
  else if (asked.parent) return;
  place(draft, above);
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
