import { localMinute } from '@kangmai/domain';
import { client, educationEnrolment, healthEducation } from '@kangmai/model';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, openSlots, requireProbe, tenantZone } from '../../engine/public.ts';
import { conflict, invalid, notAllowed, requireSound } from '../../platform/errors.ts';
import { differs, requireBookable } from '../bookings/public.ts';
import { freeIn, placesOf } from './shared.ts';
import { moveUp } from './waiting-list.ts';

type Enrolment = Row<typeof educationEnrolment>;
type EnrolmentDraft = Draft<typeof educationEnrolment>;
type Lecture = Row<typeof healthEducation>;

const signInMs = 60 * 60_000;
const free = new Set(['status', 'remark', 'waitNo', 'signedInAt', 'signInWay', 'isLive']);
const over: ReadonlySet<string> = new Set(['refused', 'cancelled']);
const placed: ReadonlySet<string> = new Set(['pending', 'enrolled', 'signedIn', 'noShow']);

async function completePerson(ctx: CallCtx, draft: EnrolmentDraft, current: Enrolment | undefined): Promise<void> {
  const row = asSaved<EnrolmentDraft>(draft, current);
  const person = row.client ? await ctx.repo(client).find(row.client) : undefined;
  const [name, phone] = [row.name ?? person?.name ?? null, row.phone ?? person?.phone ?? null];
  const missing = Object.entries({ name, phone }).filter(([, value]) => value === null);
  requireSound(missing.map(([field]) => ({ field, reason: 'field.required' })));
  Object.assign(draft, { name, phone });
}

const samePhoneSql = `select id from education_enrolment where tenant_id = $1 and education_id = $2
  and phone_index = any($3::bytea[]) and is_live and not is_deleted and id <> $4 limit 1`;

const probeOf = (phone: string) => ({ resource: educationEnrolment, name: 'phone', text: phone });

/** A typed number counts as a try, whether it is taken or not; the stored one too, so as not to reveal it. */
function recordTyped(ctx: CallCtx, { phone }: EnrolmentDraft): void {
  if (typeof phone === 'string') requireProbe(ctx, probeOf(phone));
}

/** A phone enrols once; the activity is locked, so that no second one comes between. */
async function requireOnce(ctx: CallCtx, { education, phone }: EnrolmentDraft, id = 0): Promise<void> {
  const text = String(phone);
  const values = [ctx.tenantId, education, ctx.sealer.indexes(text), id];
  const other = await ctx.tx.one<{ id: number }>(samePhoneSql, values);
  if (!other) return;
  requireProbe(ctx, probeOf(text), true);
  const seen = await ctx.repo(educationEnrolment).find(other.id);
  const reason = seen ? 'enrolment.same-phone' : 'enrolment.same-phone-unseen';
  const params = seen ? { number: seen.enrolNo ?? '' } : {};
  throw Object.assign(conflict(reason, params), { fields: [{ field: 'phone', reason, params }] });
}

async function requireInTime(ctx: CallCtx, { state, startsAt, enrolUntil }: Lecture): Promise<void> {
  if (state !== 'open') throw invalid('education', 'enrolment.not-open');
  const until = enrolUntil ?? startsAt;
  if (until && until < ctx.now())
    throw invalid('education', 'enrolment.too-late', { until: localMinute(until.getTime(), await tenantZone(ctx)) });
}

async function nextInLine(ctx: CallCtx, education: number): Promise<number> {
  const found = await ctx.first(
    ctx
      .from(educationEnrolment, 'e')
      .beyondSight('one list for all who wait')
      .select((eb) => eb.fn.max('e.waitNo').as('last'))
      .where('e.education', '=', education)
      .where('e.status', '=', 'waitlisted'),
  );
  return Number(found?.last ?? 0) + 1;
}

async function place(ctx: CallCtx, draft: EnrolmentDraft, lecture: Lecture): Promise<void> {
  const places = placesOf(lecture);
  const persons = draft.persons ?? 1;
  if (places !== null && persons > places) throw invalid('persons', 'enrolment.too-many', { places });
  const [slot] = await openSlots(ctx, [{ kind: healthEducation.name, subject: lecture.id, places }]);
  if (persons <= freeIn(slot))
    Object.assign(draft, { waitNo: null, status: lecture.needsApproval ? 'pending' : 'enrolled' });
  else Object.assign(draft, { waitNo: await nextInLine(ctx, lecture.id), status: 'waitlisted' });
}

async function enrol(ctx: CallCtx, draft: EnrolmentDraft): Promise<void> {
  if (draft.client) await requireBookable(ctx, draft.client);
  if (!(await ctx.repo(healthEducation).find(Number(draft.education)))) throw invalid('education', 'ref.not-found');
  const lecture = await ctx.repo(healthEducation).lock(Number(draft.education));
  await requireInTime(ctx, lecture);
  recordTyped(ctx, draft);
  await completePerson(ctx, draft, undefined);
  await requireOnce(ctx, draft);
  await place(ctx, draft, lecture);
}

async function change(ctx: CallCtx, draft: EnrolmentDraft, current: Enrolment): Promise<void> {
  recordTyped(ctx, draft);
  const changed = Object.keys(draft).filter((name) => differs(draft, current, [name]));
  if (!fitsRow(educationEnrolment, 'edit', current) && changed.some((name) => !free.has(name)))
    throw notAllowed('enrolment.closed');
  if (!changed.some((name) => name === 'client' || name === 'name' || name === 'phone')) return;
  await completePerson(ctx, draft, current);
  if (changed.includes('phone')) await requireOnce(ctx, { ...draft, education: current.education }, current.id);
}

export const enrolmentCode = implement(educationEnrolment, {
  async lockFirst(ctx, id) {
    const found = await ctx.first(ctx.from(educationEnrolment, 'e').select('e.education').where('e.id', '=', id));
    if (found) await ctx.repo(healthEducation).lock(found.education);
  },
  async beforeSave(ctx, draft, current) {
    await (current ? change(ctx, draft, current) : enrol(ctx, draft));
    const { status = 'pending' } = asSaved<EnrolmentDraft>(draft, current);
    draft.isLive = over.has(status) ? null : true;
  },
  async afterSave(ctx, row, before) {
    if (!before || (placed.has(row.status) && row.persons >= before.persons)) return;
    if (row.status === before.status && row.persons === before.persons) return;
    await moveUp(ctx, await ctx.repo(healthEducation).get(row.education));
  },
  moves: {
    async signIn(ctx, { row, change: written }) {
      const { startsAt, endsAt, state } = await ctx.repo(healthEducation).get(row.education);
      const [from, to] = [(startsAt?.getTime() ?? 0) - signInMs, endsAt?.getTime() ?? 0];
      const now = ctx.now().getTime();
      if (now >= from && now <= to && state !== 'cancelled') {
        written.signedInAt = ctx.now();
        written.signInWay = ctx.caller.userId === null ? 'scan' : 'desk';
        return;
      }
      const zone = await tenantZone(ctx);
      const [opens, closes] = [localMinute(from, zone), localMinute(to, zone)];
      throw notAllowed('enrolment.sign-in-closed', { from: opens, to: closes });
    },
  },
});
