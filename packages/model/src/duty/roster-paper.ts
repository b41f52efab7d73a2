import { defineDocument, relatedRows } from '@kangmai/resource';
import type { shift } from './shift.ts';

/** Who is on which shift on which day of a week, as it was published. */
export const rosterPaper = defineDocument<typeof shift>({
  key: 'rosterWeek',
  of: 'shift',
  label: '周排班表',
  en: 'Roster of a week',
  paper: 'A4',
  period: { by: 'workDate', of: 'week' },
  issued: { template: 1, in: ['published', 'finished'] },
  parts: [
    relatedRows<typeof shift>({
      of: 'shift',
      columns: ['startsAt', 'endsAt', 'dutyType', 'holderName', 'team', 'place'],
      most: 1000,
      sort: 'startsAt',
    }),
    {
      kind: 'signatures',
      parties: [
        { label: '排班人', en: 'Made by' },
        { label: '审核人', en: 'Checked by' },
      ],
    },
  ],
});
