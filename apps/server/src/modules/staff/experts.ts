import { expert } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, contains, implement, whole } from '../../engine/public.ts';

export const expertCode = implement(expert, {});

const most = 200;

/** `GET XYJ_ExpertResources/GetAllForSelect`: valid experts in their order, for pickers. */
export const expertsForSelect = call({
  wire: 'GET XYJ_ExpertResources/GetAllForSelect',
  title: '专家资源（选择用）',
  permission: permissionsOfCall(expert, 'list'),
  input: z.object({ department: z.string().max(32).optional(), filter: z.string().max(60).optional() }),
  output: arrayOf(
    z.object({ id: whole, name: z.string(), title: z.string(), hospital: z.string(), department: z.string() }),
  ),
  run: (ctx, { department, filter }) =>
    ctx.all(
      ctx
        .from(expert, 'e')
        .select(['e.id', 'e.name', 'e.title', 'e.hospital', 'e.department'])
        .where('e.isValid', '=', true)
        .$if(department !== undefined, (query) => query.where('e.department', '=', department ?? ''))
        .$if(filter !== undefined, (query) => query.where(contains(filter ?? '', 'e.name', 'e.hospital', 'e.goodAt')))
        .orderBy('e.sortNo')
        .orderBy('e.id')
        .limit(most),
    ),
});
