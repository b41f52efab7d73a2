import { defineDocument, relatedRows } from '@kangmai/resource';
import type { energyItem } from './energy-item.ts';
import type { energyReading } from './energy-reading.ts';

export const meterSheet = defineDocument<typeof energyItem>({
  key: 'meterSheet',
  of: 'energyItem',
  label: '抄表单',
  en: 'Meter sheet',
  paper: 'A4',
  number: 'accountNo',
  parts: [
    { kind: 'facts', fields: ['name', 'kind', 'provider', 'chargeMode', 'rate', 'measureUnit'] },
    relatedRows<typeof energyReading>({
      of: 'energyReading',
      columns: ['readOn', 'formerReading', 'reading', 'meterChanged', 'usage', 'cost'],
      most: 1000,
    }),
    {
      kind: 'signatures',
      parties: [
        { label: '抄表人', en: 'Read by' },
        { label: '复核人', en: 'Checked by' },
      ],
    },
  ],
});
