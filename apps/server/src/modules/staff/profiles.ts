import { addDays, startOfDay } from '@kangmai/domain';
import { staffProfile } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, implement, type ServerModule, sql, tenantZone, whether } from '../../engine/public.ts';
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

export const profileCode = implement(staffProfile, {
  beforeSave(_ctx, draft) {
    if (draft.name !== undefined) draft.initials = initialsOf(draft.name, 'person', 30);
  },
  afterSave: watchLicence,
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

/** Notices of licences that end. */
export const followLicences = (notify: Notify): NonNullable<ServerModule['follow']> => ({
  [topic]: (ctx, payloads) => notifyEnds(ctx, notify, payloads),
});
