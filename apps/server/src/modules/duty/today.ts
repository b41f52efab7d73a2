import { addDays } from '@kangmai/domain';
import { dutyType, idleKinds, organizationUnit, rosterPerson, shift } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, sql, timestamp, whole } from '../../engine/public.ts';

/** `GET DutyPersons/GetToday`: who is on duty at this moment, leaders first. */
export const onDutyToday = call({
  wire: 'GET DutyPersons/GetToday',
  title: '当前值班人员',
  permission: permissionsOfCall(shift, 'list'),
  resource: shift,
  input: z.object({}),
  output: arrayOf(
    z.object({
      id: whole,
      personId: whole.nullable(),
      userId: whole.nullable(),
      personName: z.string(),
      dutyTypeName: z.string(),
      dutyTypeColor: z.string(),
      isLeader: z.boolean(),
      orgUnitName: z.string().nullable(),
      phone: z.string().nullable(),
      startTime: timestamp,
      endTime: timestamp,
    }),
  ),
  async run(ctx) {
    const rows = await ctx.all(
      ctx
        .from(shift, 's')
        .innerJoin(ctx.from(dutyType, 't').joined, 't.id', 's.dutyType')
        .leftJoin(ctx.from(organizationUnit, 'o').joined, 'o.id', 's.organizationUnit')
        .leftJoin(ctx.from(rosterPerson, 'r').joined, 'r.user', 's.user')
        .select([
          's.id',
          's.person as personId',
          's.user as userId',
          's.holderName as personName',
          't.name as dutyTypeName',
          't.colour as dutyTypeColor',
          's.isLeader',
          'o.displayName as orgUnitName',
          sql<string | null>`coalesce(s.phone, r.phone)`.as('phone'),
          's.startsAt as startTime',
          's.endsAt as endTime',
        ])
        .where('s.workDate', '>=', addDays(ctx.today(), -3))
        .where('s.startsAt', '<=', ctx.now())
        .where('s.endsAt', '>', ctx.now())
        .where('s.kind', 'not in', idleKinds)
        .where('s.state', '=', 'published')
        .orderBy('s.isLeader', 'desc')
        .orderBy('s.startsAt')
        .orderBy('s.id')
        .limit(500),
    );
    return rows.map((row) => ({ ...row, personName: row.personName ?? '' }));
  },
});
