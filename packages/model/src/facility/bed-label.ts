import { defineDocument } from '@kangmai/resource';
import type { bed } from './bed.ts';

export const bedLabel = defineDocument<typeof bed>({
  key: 'bedLabel',
  of: 'bed',
  label: '床头卡',
  en: 'Bed label',
  paper: 'label',
  number: 'name',
  parts: [{ kind: 'facts', fields: ['clientName', 'checkInDate', 'mattressImei'] }],
});
