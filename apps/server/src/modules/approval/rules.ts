import { checkResidentId, localDay } from '@kangmai/domain';
import { missingPapers, type staffApplication } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { type CallCtx, tenantZone } from '../../engine/public.ts';
import { type FieldProblem, requireSound } from '../../platform/errors.ts';
import { emailForm } from '../identity/public.ts';

export type Application = Row<typeof staffApplication>;
export type ApplicationDraft = Draft<typeof staffApplication>;

export const tenantDay = async (ctx: CallCtx): Promise<string> => localDay(ctx.now().getTime(), await tenantZone(ctx));

function addressProblem(draft: ApplicationDraft): readonly FieldProblem[] {
  if (typeof draft.emailAddress !== 'string') return [];
  const read = emailForm.safeParse(draft.emailAddress);
  if (!read.success) return [{ field: 'emailAddress', reason: 'field.not-email' }];
  draft.emailAddress = read.data;
  return [];
}

function numberProblem(draft: ApplicationDraft, today: string): readonly FieldProblem[] {
  if (typeof draft.idNumber !== 'string') return [];
  const checked = checkResidentId(draft.idNumber, { today });
  if (!checked.ok) return [{ field: 'idNumber', reason: checked.reason }];
  draft.idNumber = checked.number;
  if (!draft.sex && checked.sex !== undefined) draft.sex = String(checked.sex);
  return [];
}

const endedProblem = (endsOn: string | null | undefined, today: string): readonly FieldProblem[] =>
  endsOn && endsOn < today ? [{ field: 'licenceEndsOn', reason: 'application.licence-ended' }] : [];

export function problemsOf(draft: ApplicationDraft, today: string): readonly FieldProblem[] {
  return [
    ...addressProblem(draft),
    ...numberProblem(draft, today),
    ...endedProblem(draft.licenceEndsOn as string | null | undefined, today),
  ];
}

export const papersProblems = (row: ApplicationDraft): readonly FieldProblem[] =>
  missingPapers(row).map((field) => ({
    field,
    reason: field === 'title' ? 'field.required' : 'application.licence-missing',
  }));

export function requireApprovable(row: Application, today: string): void {
  requireSound([...papersProblems(row), ...endedProblem(row.licenceEndsOn, today)]);
}
