import { addDays, daysBetween, startOfDay } from '@kangmai/domain';
import { agreementStates, careTeam, careTeamMember, client, doctorAgreement } from '@kangmai/model';
import { agreementPaper } from '@kangmai/model/documents';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { asSaved, type CallCtx, everySight, implement, sql, tenantZone, whether, whole } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { differs, requireBookable } from '../bookings/public.ts';
import { issuePaper } from '../issued-papers/public.ts';
import { keepTeam, requireRoomInTeam } from '../teams/public.ts';
import { lastDayOf, termOf } from './term.ts';

export type Agreement = Row<typeof doctorAgreement>;
type AgreementDraft = Draft<typeof doctorAgreement>;

export interface Begun {
  readonly id: number;
  readonly startsOn: string;
}

export interface Ending {
  readonly id: number;
  readonly endsOn: string;
}

export const beginTopic = 'agreement.begins';
export const endingTopic = 'agreement.ending';

const daysBefore = 30;
const renewableDays = 60;
const running = agreementStates.wireOf('running');
const terms = ['team', 'doctor', 'signedOn', 'startsOn', 'endsOn'] as const;

export async function entrust(asked: CallCtx, { client: id, team, doctor }: Agreement): Promise<void> {
  const ctx = everySight(asked);
  const before = await ctx.repo(client).lock(id);
  if (before.team === team && before.doctor === doctor) return;
  const after = await ctx.repo(client).update(id, { team, doctor });
  await keepTeam(ctx, after, before);
}

/** The doctor is one of the team, by whose acceptance the team takes the client. */
async function requireInTeam(asked: CallCtx, { team, doctor }: AgreementDraft): Promise<void> {
  const ctx = everySight(asked);
  const found = await ctx.repo(careTeam).find(Number(team));
  // An unknown team is refused with the references of the row.
  if (!found || found.leader === doctor) return;
  const where = { careTeam: found.id, user: Number(doctor) };
  if (!(await ctx.repo(careTeamMember).first({ where })))
    throw invalid('doctor', 'agreement.not-in-team', { name: found.name ?? '' });
}

/** A team that is full accepts no agreement, even one that begins later; what it has accepted it keeps. */
async function requireRoom(asked: CallCtx, { client: id, team }: Agreement): Promise<void> {
  const ctx = everySight(asked);
  const person = await ctx.repo(client).get(id);
  if (person.team !== team) await requireRoomInTeam(ctx, team);
}

async function run(ctx: CallCtx, row: Agreement): Promise<void> {
  const { id, startsOn, endsOn } = row;
  const zone = await tenantZone(ctx);
  if (startsOn <= ctx.today()) await entrust(ctx, row);
  else ctx.emit(beginTopic, { id, startsOn } satisfies Begun, new Date(startOfDay(startsOn, zone)));
  const soon = new Date(startOfDay(addDays(endsOn, -daysBefore), zone));
  ctx.emit(endingTopic, { id, endsOn } satisfies Ending, soon);
}

function requireTerm({ signedOn, startsOn, endsOn }: AgreementDraft): void {
  if (!startsOn || !endsOn) return;
  if (signedOn && signedOn > startsOn) throw invalid('signedOn', 'agreement.signed-late');
  const { from, to } = termOf(startsOn);
  if (endsOn < from || endsOn > to) throw invalid('endsOn', 'agreement.term', { from, to });
}

function requireChangeable(draft: AgreementDraft, current: Agreement): void {
  if (!fitsRow(doctorAgreement, 'edit', current) && differs(draft, current, Object.keys(draft)))
    throw notAllowed('agreement.closed');
  const changed = terms.filter((name) => differs(draft, current, [name]));
  if (current.state !== 'waiting' && changed[0]) throw invalid(changed[0], 'agreement.running');
}

/** Freezes the paper of an agreement that runs from now on. */
async function issue(ctx: CallCtx, id: number): Promise<void> {
  await issuePaper(ctx, agreementPaper, { row: await everySight(ctx).rows(doctorAgreement).get(id) });
}

async function renew(
  ctx: CallCtx,
  { id, years }: { readonly id: number; readonly years: number },
): Promise<{ id: number }> {
  const old = await ctx.repo(doctorAgreement).lock(id);
  if (!fitsRow(doctorAgreement, 'renew', old)) throw notAllowed('agreement.closed');
  const today = ctx.today();
  const opens = addDays(old.endsOn, -renewableDays);
  if (today < opens) throw notAllowed('agreement.too-early', { day: opens });
  const other = await ctx.first(
    ctx
      .from(doctorAgreement, 'a')
      .beyondSight('an agreement is renewed once, whoever sees the renewal')
      .select('a.agreementNo')
      .where('a.renewedFrom', '=', id)
      .limit(1),
  );
  if (other) throw conflict('agreement.renewed', { number: other.agreementNo ?? '' });
  await requireBookable(ctx, old.client);
  const next = addDays(old.endsOn, 1);
  const startsOn = next < today ? today : next;
  const row = await ctx.repo(doctorAgreement).insert({
    client: old.client,
    team: old.team,
    doctor: old.doctor,
    signedOn: today,
    startsOn,
    endsOn: lastDayOf(startsOn, years),
    renewedFrom: id,
    state: 'running',
  });
  await run(ctx, row);
  await issue(ctx, row.id);
  return { id: row.id };
}

/** Agreements: proposed by staff, accepted by the doctor, ended by their last day, terminated or renewed. */
export const agreementCode = implement(doctorAgreement, {
  async afterSave(ctx, { id, state }, before) {
    if (state !== 'running' || before?.state !== 'waiting') return;
    await issue(ctx, id);
  },
  async beforeSave(ctx, draft, current) {
    if (current) requireChangeable(draft, current);
    else await requireBookable(ctx, Number(draft.client));
    if (current && !differs(draft, current, terms)) return;
    const saved = asSaved<AgreementDraft>(draft, current);
    requireTerm(saved);
    await requireInTeam(ctx, saved);
  },
  conditions: {
    endsSoon: (asked, ctx) =>
      whether(
        asked,
        sql`(b.state = ${sql.lit(running)} and b.ends_on <= ${ctx.today()}::date + ${sql.lit(daysBefore)})`,
      ),
  },
  figures: {
    async daysLeft(ctx, ids) {
      const rows = await ctx.all(
        ctx
          .from(doctorAgreement, 'a')
          .beyondSight('the agreements are in sight')
          .select(['a.id', 'a.endsOn'])
          .where('a.id', 'in', [...ids])
          .where('a.state', '=', 'running'),
      );
      return new Map(rows.map(({ id, endsOn }) => [id, daysBetween(ctx.today(), endsOn)]));
    },
  },
  actions: { renew },
  answers: { renew: z.object({ id: whole }) },
  moves: {
    async accept(ctx, { row }) {
      if (row.endsOn < ctx.today()) throw notAllowed('agreement.over', { day: row.endsOn });
      await requireInTeam(ctx, row);
      await requireRoom(ctx, row);
      await run(ctx, row);
    },
    terminate(ctx, { change }) {
      change.endedOn = ctx.today();
    },
  },
});
