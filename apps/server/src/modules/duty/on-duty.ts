import { addDays } from '@kangmai/domain';
import { alarmKinds, dutyKinds, type DutyKind, dutyType, rosterPerson, shift, staffMember } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, codeOf, sql, timestamp, whole } from '../../engine/public.ts';
import { rosterStem } from './roster.ts';

interface Asked {
  readonly at: Date;
  readonly kinds?: readonly DutyKind[];
}

/** The shifts of a time by the published roster, of the kinds that alarms reach where none are named. */
function shiftsAt(ctx: CallCtx, { at, kinds = alarmKinds }: Asked) {
  const day = at.toISOString().slice(0, 10);
  return ctx
    .from(shift, 's')
    .leftJoin(
      ctx.from(staffMember, 'f').beyondSight('alarms reach who is on duty, in sight or not').joined,
      'f.id',
      's.person',
    )
    .leftJoin(ctx.from(rosterPerson, 'r').joined, (join) =>
      join.on(sql`r.user_id`, '=', sql`coalesce(s.user_id, f.account_id)`),
    )
    .where('s.workDate', '>=', addDays(day, -3))
    .where('s.workDate', '<=', addDays(day, 1))
    .where('s.startsAt', '<=', at)
    .where('s.endsAt', '>', at)
    .where('s.kind', 'in', [...kinds])
    .where('s.state', 'in', ['published', 'finished'])
    .orderBy('s.isLeader', 'desc')
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .limit(500);
}

export const onDutyAt = (ctx: CallCtx, asked: Asked) =>
  ctx.all(
    shiftsAt(ctx, asked)
      .innerJoin(ctx.from(dutyType, 't').joined, 't.id', 's.dutyType')
      .select([
        's.id',
        's.person as personId',
        sql<number | null>`coalesce(s.user_id, f.account_id)`.as('userId'),
        sql<string>`coalesce(s.holder_name, '')`.as('name'),
        's.kind',
        's.team as teamId',
        't.name as dutyTypeName',
        's.isLeader',
        sql<string | null>`coalesce(s.phone, r.phone)`.as('phone'),
        's.startsAt as startTime',
        's.endsAt as endTime',
      ]),
  );

export const standInsAt = (ctx: CallCtx, asked: Asked) =>
  ctx.all(shiftsAt(ctx, asked).select('r.standIn').where('r.isValid', '=', true).where('r.standIn', 'is not', null));

export const onDuty = call({
  wire: 'GET SchedulingTable/GetOnDuty',
  title: '排班表：当前值班',
  permission: [rosterStem, ...permissionsOfCall(shift, 'list')],
  resource: shift,
  input: z.object({ time: z.iso.datetime({ offset: true }).optional(), kind: z.enum(dutyKinds.names).optional() }),
  output: arrayOf(
    z.object({
      id: whole,
      personId: whole.nullable(),
      userId: whole.nullable(),
      name: z.string(),
      kind: codeOf(dutyKinds),
      teamId: whole.nullable(),
      dutyTypeName: z.string(),
      isLeader: z.boolean(),
      phone: z.string().nullable(),
      startTime: timestamp,
      endTime: timestamp,
    }),
  ),
  async run(ctx, { time, kind }) {
    const rows = await onDutyAt(ctx, {
      at: time === undefined ? ctx.now() : new Date(time),
      ...(kind && { kinds: [kind] }),
    });
    return rows.map((row) => ({ ...row, kind: dutyKinds.wireOf(row.kind) }));
  },
});
