import { defineDocument, relatedRows } from '@kangmai/resource';
import type { shift } from './shift.ts';

export const dutyList = defineDocument<typeof shift>({
  key: 'dutyList',
  of: 'shift',
  label: '值班表',
  en: 'Duty list',
  paper: 'A4',
  period: { by: 'workDate', of: 'month' },
  parts: [
    relatedRows<typeof shift>({
      of: 'shift',
      columns: ['workDate', 'dutyType', 'startsAt', 'endsAt', 'holderName', 'isLeader', 'phone'],
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
