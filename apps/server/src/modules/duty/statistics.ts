import { addDays, addMonths, isAtNight, startOfDay } from '@kangmai/domain';
import { calendarDay, isWorked, type WorkYears } from '@kangmai/domain/calendar';
import { idleKinds, shift } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type Call, type CallCtx, tenantZone, whole } from '../../engine/public.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { askedId, rosterStem } from './roster.ts';
import { keyOf } from './week.ts';

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly teamId: number | undefined;
}

const shiftsOf = (ctx: CallCtx, { from, to, teamId }: Asked) =>
  ctx.all(
    ctx
      .from(shift, 's')
      .select(['s.person as personId', 's.user as userId', 's.holderName', 's.workDate', 's.workHours'])
      .select(['s.startsAt', 's.endsAt'])
      .where('s.workDate', '>=', from)
      .where('s.workDate', '<=', to)
      .where('s.kind', 'not in', idleKinds)
      .where('s.state', 'in', ['published', 'finished'])
      .$if(teamId !== undefined, (query) => query.where('s.team', '=', teamId ?? 0))
      .orderBy('s.workDate')
      .orderBy('s.id'),
  );

const rowOutput = z.object({
  personId: whole.nullable(),
  userId: whole.nullable(),
  userName: z.string(),
  shifts: whole,
  nights: whole,
  restDays: whole,
  hours: z.number(),
});

type Worked = Awaited<ReturnType<typeof shiftsOf>>[number];

function figuresOf(rows: readonly Worked[], { years, zone }: { readonly years: WorkYears; readonly zone: string }) {
  const atNight = ({ startsAt, endsAt, workDate }: Worked): boolean =>
    isAtNight({ from: startsAt.getTime(), to: endsAt.getTime() }, startOfDay(workDate, zone));
  const days = rows.map(({ workDate }) => workDate);
  const [first] = rows;
  return {
    personId: first?.personId ?? null,
    userId: first?.userId ?? null,
    userName: first?.holderName ?? '',
    shifts: rows.length,
    nights: rows.filter(atNight).length,
    restDays: new Set(days.filter((day) => !isWorked(calendarDay(years, day)))).size,
    hours: Math.round(rows.reduce((sum, { workHours }) => sum + (workHours ?? 0), 0) * 10) / 10,
  };
}

export const rosterStatistics = (reader: WorkYearReader): Call =>
  call({
    wire: 'GET SchedulingTable/GetStatistics',
    title: '排班表：月度统计',
    permission: [rosterStem, ...permissionsOfCall(shift, 'list')],
    resource: shift,
    input: z.object({ month: z.string().regex(/^(20|21)\d\d-(0[1-9]|1[0-2])$/), teamId: askedId.optional() }),
    output: arrayOf(rowOutput),
    async run(ctx, { month, teamId }) {
      const from = `${month}-01`;
      const rows = await shiftsOf(ctx, { from, to: addDays(addMonths(from, 1), -1), teamId });
      const known = { years: (await reader.read()).years, zone: await tenantZone(ctx) };
      return [...groupBy(rows, keyOf).values()].map((own) => figuresOf(own, known));
    },
  });
