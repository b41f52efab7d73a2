import { checkResidentId, localDay } from '@kangmai/domain';
import { licensedKinds, type staffApplication, untitledKinds } from '@kangmai/model';
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

const licence = ['licenceNo', 'licenceEndsOn', 'certificates'] as const;

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What an application lacks for its kind: the title, and all of the licence. */
export function missingPapers(row: ApplicationDraft): readonly FieldProblem[] {
  const kind = String(row.kind);
  const needed = licensedKinds.includes(kind) ? licence.filter((name) => isMissing(row[name])) : [];
  const titles = !untitledKinds.includes(kind) && isMissing(row.title) ? ['title'] : [];
  return [
    ...titles.map((field) => ({ field, reason: 'field.required' })),
    ...needed.map((field) => ({ field, reason: 'application.licence-missing' })),
  ];
}

export function requireApprovable(row: Application, today: string): void {
  requireSound([...missingPapers(row), ...endedProblem(row.licenceEndsOn, today)]);
}
