import { staffMember, staffPaper } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, moveOf, sql, whether } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';

type Paper = Row<typeof staffPaper>;
type PaperDraft = Draft<typeof staffPaper>;

const extend = moveOf(staffPaper, 'extend');

async function noteHealthPaper(ctx: CallCtx, holder: number, gone = 0): Promise<void> {
  const newest = await ctx.first(
    ctx
      .from(staffPaper, 'p')
      .beyondSight('the certificate counts, whoever changes another')
      .select((eb) => eb.fn.max('p.validUntil').as('until'))
      .where('p.holder', '=', holder)
      .where('p.kind', '=', 'health')
      .where('p.state', '<>', 'withdrawn')
      .where('p.id', '<>', gone),
  );
  const healthPaperUntil = newest?.until ?? null;
  const { healthPaperUntil: before } = await ctx.repo(staffMember).lock(holder);
  if (before !== healthPaperUntil) await ctx.repo(staffMember).update(holder, { healthPaperUntil });
}

/** A new end of an expired paper makes it valid again. */
function revive(ctx: CallCtx, draft: PaperDraft, current: Paper | undefined): void {
  if (current?.state !== 'expired' || draft.validUntil === undefined || draft.state !== undefined) return;
  if (draft.validUntil === null || draft.validUntil >= ctx.today()) draft.state = extend.from(ctx, current.state);
}

export const staffPaperCode = implement(staffPaper, {
  beforeSave(ctx, draft, current) {
    const { issuedOn, validUntil } = asSaved<PaperDraft>(draft, current);
    if (issuedOn && validUntil && validUntil <= issuedOn) throw invalid('validUntil', 'paper.ends-before-issue');
    revive(ctx, draft, current);
  },
  async afterSave(ctx, row, before) {
    if (row.kind === 'health' || before?.kind === 'health') await noteHealthPaper(ctx, row.holder);
  },
  async beforeDelete(ctx, row) {
    if (row.kind === 'health') await noteHealthPaper(ctx, row.holder, row.id);
  },
  conditions: {
    endsSoon: (asked, ctx) =>
      whether(
        asked,
        sql`(b.state = 'valid' and b.valid_until between ${ctx.today()}::date and ${ctx.today()}::date + 30)`,
      ),
  },
  moves: {
    extend(ctx, { input: { validUntil } }) {
      if (validUntil < ctx.today()) throw invalid('validUntil', 'field.in-past');
    },
  },
});
