import { defineDocument, relatedRows } from '@kangmai/resource';
import type { abnormalCase } from './abnormal-case.ts';
import type { alarmNotice } from './alarm-notice.ts';
import type { caseContact } from './case-contact.ts';

/** A case with its proof: what was measured and judged, who was notified and called, and how it was closed. */
export const casePaper = defineDocument<typeof abnormalCase>({
  key: 'case',
  of: 'abnormalCase',
  label: '异常处置记录',
  en: 'Record of a case',
  paper: 'A4',
  parts: [
    { kind: 'facts', fields: ['client', 'level', 'state', 'type', 'device', 'team', 'handledBy'] },
    { kind: 'text', field: 'finding' },
    {
      kind: 'facts',
      title: { label: '测量与判定', en: 'Measured and judged' },
      fields: ['startedAt', 'latestAt', 'readingCount', 'value', 'peakValue', 'normalRange', 'timeliness', 'ofVoid'],
    },
    { kind: 'own', name: 'caseGrounds' },
    relatedRows<typeof alarmNotice>({
      of: 'alarmNotice',
      columns: ['takenAt', 'rung', 'receiverKind', 'receiver', 'channel', 'state', 'sentAt', 'deliveredAt', 'shownAt'],
      most: 300,
      sort: 'takenAt',
    }),
    relatedRows<typeof caseContact>({
      of: 'caseContact',
      columns: ['calledAt', 'callee', 'guardian', 'outcome', 'user', 'note'],
      most: 100,
      sort: 'calledAt',
    }),
    { kind: 'own', name: 'caseClosings' },
    {
      kind: 'facts',
      title: { label: '处理', en: 'Handling' },
      fields: [
        'alarmedAt',
        'claimedAt',
        'firstContactAt',
        'callOutcome',
        'handledAt',
        'handling',
        'observeUntil',
        'nextVisitAt',
      ],
    },
    { kind: 'text', field: 'outcome' },
    { kind: 'signatures', parties: [{ label: '处理人', en: 'Handled by', by: 'handledBy' }] },
  ],
});
