import { addDays, localDay, startOfDay } from '@kangmai/domain';
import { staffApplication, staffProfile } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import {
  busyTimes,
  type CallCtx,
  implement,
  type ServerModule,
  sql,
  tenantZone,
  whether,
} from '../../engine/public.ts';
import { takeNumbers } from '../../platform/database/numbers.ts';
import { notAllowed } from '../../platform/errors.ts';
import { initialsOf } from '../dictionaries/public.ts';
import type { Notify } from '../notices/public.ts';

const topic = 'licence.ending';
const daysBefore = 60;
const keepers = 'Pages.StaffManagement.StaffCode';

type Profile = Row<typeof staffProfile>;

interface Ending {
  readonly id: number;
  readonly endsOn: string;
}

/** Schedules both notices of a licence; a day that is past is notified at once. */
async function watchLicence(ctx: CallCtx, { id, licenceEndsOn: endsOn }: Profile, before: Profile | undefined) {
  if (!endsOn || endsOn === before?.licenceEndsOn) return;
  const zone = await tenantZone(ctx);
  for (const day of [addDays(endsOn, -daysBefore), endsOn])
    ctx.emit(topic, { id, endsOn }, new Date(startOfDay(day, zone)));
}

type ProfileDraft = Draft<typeof staffProfile>;

async function nextCode(ctx: CallCtx): Promise<string> {
  for (;;) {
    const [number] = await takeNumbers(ctx.tx, 'staff-code', 1);
    const code = `YG${String(number).padStart(4, '0')}`;
    if (!(await ctx.repo(staffProfile).first({ where: { code } }))) return code;
  }
}

const yearMs = 366 * 86_400_000;

/** Refuses to take a doctor off the lists of whom bookings to come still need. */
async function requireFree(ctx: CallCtx, { account, name }: Profile): Promise<void> {
  if (account === null) return;
  const [from, to] = [ctx.now(), new Date(ctx.now().getTime() + yearMs)];
  const [first, ...others] = await busyTimes(ctx, { kind: 'doctor', subjects: [account], from, to });
  if (!first) return;
  const day = localDay(first.begins.getTime(), await tenantZone(ctx));
  throw notAllowed('doctor.busy', { name, count: others.length + 1, day });
}

async function completeProfile(ctx: CallCtx, draft: ProfileDraft, current: Profile | undefined): Promise<void> {
  if (draft.name !== undefined) draft.initials = initialsOf(draft.name, 'person', 30);
  if (!draft.code && !current?.code) draft.code = await nextCode(ctx);
  if (current?.isEnabled && draft.isEnabled === false) await requireFree(ctx, current);
}

/** The application keeps the licence of its staff code, so that both lists show one. */
async function followProfile(ctx: CallCtx, row: Profile, before: Profile | undefined): Promise<void> {
  await watchLicence(ctx, row, before);
  const { application, licenceNo, licenceEndsOn } = row;
  const isSame = before?.licenceNo === licenceNo && before.licenceEndsOn === licenceEndsOn;
  if (before && application !== null && !isSame)
    await ctx.repo(staffApplication).update(application, { licenceNo, licenceEndsOn });
}

export async function keepProfile(ctx: CallCtx, known: Profile | undefined, facts: ProfileDraft): Promise<void> {
  const draft = { ...facts };
  await completeProfile(ctx, draft, known);
  const repo = ctx.repo(staffProfile);
  const row = known ? await repo.update(known.id, draft) : await ctx.rows(staffProfile).insert(draft);
  await followProfile(ctx, row as Profile, known);
}

export async function profileOf(ctx: CallCtx, account: number): Promise<Profile | undefined> {
  const found = await ctx.first(ctx.from(staffProfile, 'p').select('p.id').where('p.account', '=', account));
  return found && ctx.repo(staffProfile).get(found.id);
}

export async function setVoid(ctx: CallCtx, account: number, isVoid: boolean): Promise<void> {
  const known = await profileOf(ctx, account);
  if (known) await ctx.repo(staffProfile).update(known.id, { isVoid });
}

export const profileCode = implement(staffProfile, {
  beforeSave: completeProfile,
  afterSave: followProfile,
  conditions: {
    licenceEndsSoon: (asked, ctx) => whether(asked, sql`b.licence_ends_on <= ${ctx.today()}::date + 60`),
  },
});

/** Notifies the person and those who keep staff codes, unless the licence has another end meanwhile. */
async function notifyEnds(ctx: CallCtx, notify: Notify, payloads: readonly unknown[]): Promise<void> {
  const endings = payloads as readonly Ending[];
  const ids = [...new Set(endings.map(({ id }) => id))];
  const rows = await ctx.repo(staffProfile).list({ where: { id: { in: ids }, isVoid: false }, take: ids.length });
  const found = new Map(rows.map((row) => [row.id, row]));
  const today = ctx.today();
  for (const { id, endsOn } of endings) {
    const row = found.get(id);
    if (!row || row.licenceEndsOn !== endsOn) continue;
    const isOver = endsOn <= today;
    const notice = {
      purpose: 'App.LicenceEnding',
      params: { name: row.name, day: endsOn },
      key: `licence ${id} ${endsOn} ${isOver ? 'ends' : 'soon'}`,
    } as const;
    const link = `/StaffManagement/staffCodes/${id}`;
    await notify(ctx, { ...notice, to: { holdersOf: keepers }, link });
    if (row.account !== null) await notify(ctx, { ...notice, to: { users: [row.account] } });
  }
}

export const followLicences = (notify: Notify): NonNullable<ServerModule['follow']> => ({
  [topic]: (ctx, payloads) => notifyEnds(ctx, notify, payloads),
});
