import { addDays, localDay, startOfDay } from '@kangmai/domain';
import {
  appointmentTypes,
  bookedKinds,
  type DutyKind,
  outpatientAppointment,
  serviceAppointment,
  shift,
  staffProfile,
  user,
} from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  askedDay,
  call,
  type Call,
  type CallCtx,
  freePlaces,
  sql,
  type Slot,
  tenantZone,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { entryNames } from '../dictionaries/public.ts';
import { kindsOfType } from './places.ts';

const askedId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const [mostDays, mostShifts] = [31, 2000];

const permission = [
  ...new Set([...permissionsOfCall(serviceAppointment, 'list'), ...permissionsOfCall(outpatientAppointment, 'list')]),
];

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly DutyKind[];
  readonly doctor?: number | undefined;
  readonly department?: string | undefined;
}

const shiftsOf = (ctx: CallCtx, { from, to, kinds, doctor, department }: Asked) =>
  ctx.all(
    ctx
      .from(shift, 's')
      .innerJoin(ctx.from(user, 'u').joined, 'u.id', 's.user')
      .leftJoin(ctx.from(staffProfile, 'p').joined, 'p.account', 's.user')
      .select(['s.id', 's.user as doctorId', 'u.fullName as doctorName', 's.place', 's.startsAt', 's.endsAt'])
      .select(['p.department', 'p.hospital'])
      .where('s.workDate', '>=', from)
      .where('s.workDate', '<=', to)
      .where('s.kind', 'in', kinds)
      .where('s.state', '=', 'published')
      .where('u.isActive', '=', true)
      .$if(doctor !== undefined, (query) => query.where('s.user', '=', doctor ?? 0))
      .$if(department !== undefined, (query) =>
        query.where(
          sql<boolean>`coalesce(p.department, '') = '' or p.department in ${entryNames(ctx, 'clinic_department', department ?? '')}`,
        ),
      )
      .orderBy('s.startsAt')
      .orderBy('s.id')
      .limit(mostShifts),
  );
type FoundShift = Awaited<ReturnType<typeof shiftsOf>>[number];

function requireSpan(begin: string, end: string): void {
  if (end < begin) throw invalid('end', 'booking.end-before-begin');
  if (end > addDays(begin, mostDays - 1)) throw invalid('end', 'booking.span-too-long', { most: mostDays });
}

async function slotsOf(ctx: CallCtx, asked: Asked): Promise<readonly { of: FoundShift; slot: Slot }[]> {
  const shifts = await shiftsOf(ctx, asked);
  const zone = await tenantZone(ctx);
  const begin = startOfDay(asked.from, zone);
  const slots = await freePlaces(ctx, {
    kind: shift.name,
    subjects: shifts.map(({ id }) => id),
    from: new Date(Math.max(begin, ctx.now().getTime() + 1)),
    to: new Date(startOfDay(addDays(asked.to, 2), zone)),
  });
  const known = new Map(shifts.map((row) => [row.id, row]));
  return slots
    .flatMap((slot) => {
      const of = known.get(slot.subject);
      return of ? [{ of, slot }] : [];
    })
    .toSorted((a, b) => (a.slot.begins?.getTime() ?? 0) - (b.slot.begins?.getTime() ?? 0));
}

const asType = z.enum(appointmentTypes.names.map((name) => appointmentTypes.wireOf(name) as string) as [string]);
const kindsOf = (type: string | undefined): readonly DutyKind[] => {
  const name = appointmentTypes.names.find((each) => appointmentTypes.wireOf(each) === type);
  return name ? kindsOfType[name] : bookedKinds;
};

export const freeSlots: Call = call({
  wire: 'GET XYJ_Appointments/GetFreeSlots',
  title: '服务预约：空闲号源',
  permission,
  resource: serviceAppointment,
  input: z.object({
    doctorId: askedId.optional(),
    department: z.string().max(64).optional(),
    appointmentType: asType.optional(),
    date: askedDay,
    end: askedDay.optional(),
  }),
  output: arrayOf(
    z.object({
      scheduleSlotId: whole,
      doctorId: whole.nullable(),
      doctorName: z.string(),
      begin: timestamp.nullable(),
      end: timestamp.nullable(),
      shiftBegin: timestamp,
      shiftEnd: timestamp,
      total: whole.nullable(),
      taken: whole,
      left: whole.nullable(),
      place: z.string().nullable(),
      department: z.string().nullable(),
      hospital: z.string().nullable(),
    }),
  ),
  async run(ctx, { doctorId: doctor, department, appointmentType, date, end = date }) {
    requireSpan(date, end);
    const found = await slotsOf(ctx, { from: date, to: end, kinds: kindsOf(appointmentType), doctor, department });
    return found.map(({ of, slot }) => ({
      scheduleSlotId: of.id,
      doctorId: of.doctorId,
      doctorName: of.doctorName,
      begin: slot.begins,
      end: slot.ends,
      shiftBegin: of.startsAt,
      shiftEnd: of.endsAt,
      total: slot.places,
      taken: slot.taken,
      left: slot.free,
      place: of.place,
      department: of.department,
      hospital: of.hospital,
    }));
  },
});

const gridOutput = arrayOf(
  z.object({
    doctorId: whole,
    doctorName: z.string(),
    days: z.array(z.object({ day: z.string(), total: whole, free: whole })),
  }),
);

interface Line {
  readonly doctorId: number;
  readonly doctorName: string;
  readonly days: Map<string, { day: string; total: number; free: number }>;
}

export const freeGrid: Call = call({
  wire: 'GET XYJ_Appointments/GetFreePlaces',
  title: '服务预约：医生与日期的号源',
  permission,
  resource: serviceAppointment,
  input: z.object({ appointmentType: asType.optional(), begin: askedDay, end: askedDay }),
  output: gridOutput,
  async run(ctx, { appointmentType, begin, end }) {
    requireSpan(begin, end);
    const zone = await tenantZone(ctx);
    const lines = new Map<number, Line>();
    const found = await slotsOf(ctx, { from: begin, to: end, kinds: kindsOf(appointmentType) });
    for (const { of, slot } of found) {
      const doctorId = Number(of.doctorId);
      const line = lines.get(doctorId) ?? { doctorId, doctorName: of.doctorName, days: new Map() };
      lines.set(doctorId, line);
      const day = localDay(slot.begins?.getTime() ?? 0, zone);
      const { total, free } = line.days.get(day) ?? { total: 0, free: 0 };
      line.days.set(day, { day, total: total + (slot.places ?? 0), free: free + (slot.free ?? 0) });
    }
    return [...lines.values()]
      .map((line) => ({ ...line, days: [...line.days.values()] }))
      .toSorted((a, b) => a.doctorId - b.doctorId);
  },
});
