import { addDays, weekStartOf } from '@kangmai/domain';
import { outpatientAppointment } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call, type CallCtx, whole } from '../../engine/public.ts';

const output = z.object({
  today: whole,
  tomorrow: whole,
  week: whole,
  toConfirm: whole,
  checkedIn: whole,
  done: whole,
  noShow: whole,
});

const lively = ['waiting', 'booked', 'checkedIn', 'done'] as const;

async function countVisits(ctx: CallCtx): Promise<z.output<typeof output>> {
  const today = ctx.today();
  const monday = weekStartOf(today);
  const [first, last] = [monday < today ? monday : today, addDays(monday, 7)];
  const found = await ctx.all(
    ctx
      .from(outpatientAppointment, 'v')
      .select(['v.visitDate', 'v.state'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('v.visitDate', '>=', first)
      .where('v.visitDate', '<=', last)
      .groupBy(['v.visitDate', 'v.state']),
  );
  const toConfirm = await ctx.first(
    ctx
      .from(outpatientAppointment, 'v')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('v.state', '=', 'waiting'),
  );
  const sum = (fits: (row: (typeof found)[number]) => boolean): number =>
    found.reduce((total, row) => total + (fits(row) ? row.count : 0), 0);
  const isLive = ({ state }: (typeof found)[number]): boolean => lively.some((each) => each === state);
  const on = (day: string): number => sum((row) => row.visitDate === day && isLive(row));
  const now = (state: string): number => sum((row) => row.visitDate === today && row.state === state);
  return {
    today: on(today),
    tomorrow: on(addDays(today, 1)),
    week: sum((row) => row.visitDate >= monday && row.visitDate < addDays(monday, 7) && isLive(row)),
    toConfirm: toConfirm?.count ?? 0,
    checkedIn: now('checkedIn'),
    done: now('done'),
    noShow: now('noShow'),
  };
}

export const visitCounts: readonly Call[] = [outpatientAppointment.wire.service, 'OutpatientAppointment'].map(
  (service) =>
    call({
      wire: `GET ${service}/GetPatientAppointmentCount`,
      title: '门诊预约：数量',
      permission: permissionsOfCall(outpatientAppointment, 'list'),
      resource: outpatientAppointment,
      input: z.object({}),
      output,
      run: countVisits,
    }),
);
