import { certificateKind, checkCertificate, checkResidentId, wholeYears, type IdCheck } from '@kangmai/domain';
import { client, guardianContact } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { stemOf } from '../../access/searches.ts';
import { asSaved, type CallCtx, isProbeRecorded, requireProbe, Values } from '../../engine/public.ts';
import { askedTogether } from '../../platform/database/asked-together.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import { personInSight } from './sight.ts';

type Client = Row<typeof client>;
export type ClientDraft = Draft<typeof client>;

const childAge = 16;

interface Numbered {
  readonly id: number;
  readonly archiveNo: string | null;
  readonly isInSight: boolean;
}

/** The persons with any of the given numbers, by number, and whether the caller may see them. */
async function numbered(ctx: CallCtx, numbers: readonly string[]): Promise<readonly (readonly Numbered[])[]> {
  const keys = numbers.flatMap((number, at) => ctx.sealer.indexes(number).map((index) => ({ at, index })));
  const values = new Values(ctx);
  const places = values.bind(keys.map(({ at }) => at));
  const indexes = values.bind(keys.map(({ index }) => index));
  const rows = await ctx.tx.query<Numbered & { readonly at: number }>(
    `select k.at, c.id, c.archive_no as "archiveNo", ${personInSight(ctx, 'c', values)} as "isInSight"
     from unnest(${places}::integer[], ${indexes}::bytea[]) as k(at, index)
     join client c on c.tenant_id = $1 and c.certificate_no_index = k.index and not c.is_deleted`,
    values.list,
  );
  const found = groupBy(rows, ({ at }) => at);
  return numbers.map((_number, at) => found.get(at) ?? []);
}

const probeOf = (number: string) => ({ resource: client, name: 'certificateNo', text: number });

const resemblingSql = `select certificate_no_sealed as sealed from client
  where tenant_id = $1 and birthday = $2::date and certificate_no_sealed is not null and not is_deleted
  and created_by is distinct from $3`;

/** Whether a number resembles another person's, under any certificate type, so that guesses are counted. */
async function isCloseToOthers(ctx: CallCtx, number: string): Promise<boolean> {
  const resident = checkResidentId(number, { today: ctx.today() });
  // Only resident numbers can be derived from what a file shows.
  if (!resident.ok || resident.birthday === undefined) return false;
  const stem = stemOf({ kind: 'idCard', text: number });
  const rows = await ctx.tx.query<{ readonly sealed: Buffer }>(resemblingSql, [
    ctx.tenantId,
    resident.birthday,
    ctx.caller.userId,
  ]);
  return rows.some(({ sealed }) => stemOf({ kind: 'idCard', text: ctx.sealer.open(sealed) }) === stem);
}

interface CertificateInput {
  readonly number: string;
  /** False when the number is on file and only the certificate type changes. */
  readonly isTyped: boolean;
}

async function countTry(ctx: CallCtx, { number, isTyped }: CertificateInput): Promise<void> {
  if (!isTyped || isProbeRecorded(ctx, probeOf(number))) return;
  if (await isCloseToOthers(ctx, number)) requireProbe(ctx, probeOf(number));
}

async function refuseDuplicate(ctx: CallCtx, given: CertificateInput, current: Client | undefined): Promise<void> {
  // Count before comparing with the file's own number: an uncounted try would reveal that it is right.
  await countTry(ctx, given);
  const { number } = given;
  if (number === current?.certificateNo) return;
  const found = await askedTogether(ctx.tx, {
    kind: 'client number',
    key: number,
    ask: (numbers) => numbered(ctx, numbers),
  });
  const other = found.find(({ id }) => id !== current?.id);
  if (!other) return;
  requireProbe(ctx, probeOf(number), true);
  if (!other.isInSight) throw conflict('client.duplicate-elsewhere');
  throw conflict('client.duplicate', { id: other.id, archiveNo: other.archiveNo ?? '—' });
}

/** Birthday and sex follow from the number, whatever was entered. */
function takeOver(draft: ClientDraft, { birthday, sex }: Extract<IdCheck, { readonly ok: true }>): void {
  if (birthday !== undefined) draft.birthday = birthday;
  if (sex !== undefined) draft.gender = String(sex);
}

async function completeNumber(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  const { certificateNo: number, certificateType: type = '01' } = asSaved<ClientDraft>(draft, current);
  if (!number) return;
  // Many old people's cards carry abolished county codes, of which no list is available: only province and check
  // character are checked.
  const checked = checkCertificate(certificateKind(type), number, { today: ctx.today() });
  if (checked.ok) takeOver(draft, checked);
  const isTyped = draft.certificateNo !== undefined;
  if (!isTyped && type === current?.certificateType) return;
  if (!checked.ok) throw invalid('certificateNo', checked.reason);
  draft.certificateNo = checked.number;
  await refuseDuplicate(ctx, { number: checked.number, isTyped }, current);
}

interface Guardian {
  readonly index: Buffer;
  readonly sealed: Buffer;
}

interface Twin {
  readonly id: number;
  readonly isInSight: boolean;
}

const guardianSql = `select certificate_no_index as index, certificate_no_sealed as sealed from guardian_contact
  where tenant_id = $1 and client_id = $2 and is_guardian and certificate_no_index is not null and not is_deleted`;

/** Another child of the same name and birthday whose guardian has one of the phone numbers. */
async function twinOf(
  ctx: CallCtx,
  child: Pick<Client, 'id' | 'name' | 'birthday'>,
  guardians: readonly Guardian[],
): Promise<Twin | undefined> {
  for (const { sealed } of guardians) {
    requireProbe(ctx, { resource: guardianContact, name: 'certificateNo', text: ctx.sealer.open(sealed) });
  }
  const values = new Values(ctx);
  const { bind } = values;
  return ctx.tx.one<Twin>(
    `select c.id, ${personInSight(ctx, 'c', values)} as "isInSight" from client c
     join guardian_contact g on g.tenant_id = c.tenant_id and g.client_id = c.id and g.is_guardian and not g.is_deleted
     where c.tenant_id = $1 and c.id <> ${bind(child.id)} and not c.is_deleted and c.certificate_no_index is null
       and c.name = ${bind(child.name)} and c.birthday = ${bind(child.birthday)}::date
       and g.certificate_no_index = any(${bind(guardians.map(({ index }) => index))}::bytea[]) limit 1`,
    values.list,
  );
}

async function requireGuardian(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  if (!current) {
    // A contact needs a filed client: the child stays potential until its guardian is added.
    draft.state = 'potential';
    return;
  }
  const guardians = await ctx.tx.query<Guardian>(guardianSql, [ctx.tenantId, current.id]);
  if (guardians.length === 0) throw invalid('certificateNo', 'client.child-needs-guardian');
  const { name, birthday } = asSaved<ClientDraft>(draft, current);
  const child = { id: current.id, name: name ?? current.name, birthday: birthday ?? current.birthday };
  const twin = await twinOf(ctx, child, guardians);
  if (twin?.isInSight === false) throw conflict('client.duplicate-elsewhere');
  if (twin) throw conflict('client.duplicate-child', { id: twin.id });
}

/** A managed person without a number must be a child with a known guardian; a potential client needs neither. */
async function checkMissingNumber(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  const touched =
    current === undefined ||
    draft.certificateNo !== undefined ||
    draft.birthday !== undefined ||
    draft.state !== undefined;
  const { certificateNo, state, birthday } = asSaved<ClientDraft>(draft, current);
  if (!touched || certificateNo || state === 'potential') return;
  const age = birthday ? wholeYears(birthday, ctx.today()) : undefined;
  if (age === undefined || age >= childAge) throw invalid('certificateNo', 'field.required');
  await requireGuardian(ctx, draft, current);
}

export const elderlyAge = 65;
export const smallChildAge = 6;

/** Key populations by age: elderly from 65 years, children up to 6; the others stay as selected. */
export function crowdsOf(chosen: readonly string[], birthday: string, today: string): readonly string[] {
  const age = wholeYears(birthday, today);
  const others = chosen.filter((code) => code !== 'elderly' && code !== 'child');
  if (age === undefined) return others;
  return [...others, ...(age >= elderlyAge ? ['elderly'] : []), ...(age <= smallChildAge ? ['child'] : [])];
}

export async function completeIdentity(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  await completeNumber(ctx, draft, current);
  await checkMissingNumber(ctx, draft, current);
  const { birthday, crowdTypes } = asSaved<ClientDraft>(draft, current);
  const chosen = crowdTypes ?? [];
  const crowds = birthday ? crowdsOf(chosen, birthday, ctx.today()) : chosen;
  if (crowds.join() !== (current?.crowdTypes ?? []).join()) draft.crowdTypes = crowds.length > 0 ? crowds : null;
}
