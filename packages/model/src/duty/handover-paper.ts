import { defineDocument, relatedRows } from '@kangmai/resource';
import type { dutyHandover } from './duty-handover.ts';
import type { handoverItem } from './handover-item.ts';

export const handoverPaper = defineDocument<typeof dutyHandover>({
  key: 'handover',
  of: 'dutyHandover',
  label: '交接班记录',
  en: 'Hand-over of the alarm desk',
  paper: 'A4',
  number: 'handoverNo',
  parts: [
    { kind: 'facts', fields: ['shiftBegins', 'shiftEnds', 'state', 'itemCount', 'hiddenItems'] },
    relatedRows<typeof handoverItem>({
      of: 'handoverItem',
      columns: ['kind', 'level', 'client', 'finding', 'dueAt', 'holderName'],
      most: 500,
    }),
    { kind: 'text', field: 'note' },
    { kind: 'facts', fields: ['outgoing', 'outgoingSignedAt', 'incoming', 'incomingSignedAt'] },
    {
      kind: 'signatures',
      parties: [
        { label: '交班人', en: 'Outgoing', by: 'outgoing' },
        { label: '接班人', en: 'Incoming', by: 'incoming' },
      ],
    },
  ],
});
