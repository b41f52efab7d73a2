import { endsNextDay, shiftMinutes, workHours } from '@kangmai/domain';
import { dutyKinds, dutyType, shift } from '@kangmai/model';
import { type Draft, permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, asSaved, call, type Call, codeOf, implement, whole } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { isIdle, rosterStem } from './roster.ts';

/** Types of duty: hours follow from the clocks; used ones stay. */
export const dutyTypeCode = implement(dutyType, {
  beforeSave(_ctx, draft, current) {
    const row = asSaved<Draft<typeof dutyType>>(draft, current);
    const clocks = { begins: String(row.begins), ends: String(row.ends) };
    const rest = row.restMinutes ?? 0;
    if (rest >= shiftMinutes(clocks)) throw invalid('restMinutes', 'duty-type.only-rest');
    draft.endsNextDay = !isIdle(row.kind) && endsNextDay(clocks);
    draft.workHours = isIdle(row.kind) ? 0 : workHours(clocks, rest);
  },
  async beforeDelete(ctx, { id }) {
    const used = await ctx.first(
      ctx
        .from(shift, 's')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('s.dutyType', '=', id),
    );
    if (used && used.count > 0) throw notAllowed('duty-type.in-use', { count: used.count });
  },
});

const typesForSelect = (wire: string, permission: readonly string[]): Call =>
  call({
    wire,
    title: '值班与排班类型（选择用）',
    permission,
    input: z.object({ kind: z.enum(dutyKinds.names).optional() }),
    output: arrayOf(
      z.object({
        id: whole,
        kind: codeOf(dutyKinds),
        name: z.string(),
        shortName: z.string(),
        startTime: z.string(),
        endTime: z.string(),
        color: z.string(),
      }),
    ),
    async run(ctx, { kind }) {
      const rows = await ctx.repo(dutyType).list({ where: { isEnabled: true, ...(kind && { kind }) } });
      return rows.map(({ id, kind: of, name, shortName, begins, ends, colour }) => ({
        id,
        kind: dutyKinds.wireOf(of),
        name,
        shortName,
        startTime: begins,
        endTime: ends,
        color: colour,
      }));
    },
  });

export const dutyTypesForSelect: readonly Call[] = [
  typesForSelect('GET DutyTypes/GetAllForSelect', permissionsOfCall(dutyType, 'list')),
  typesForSelect('GET DutyType/GetListForSelect', [rosterStem]),
];
