import { defineDocument } from '@kangmai/resource';
import type { contract } from './contract.ts';

export const contractPaper = defineDocument<typeof contract>({
  key: 'contract',
  of: 'contract',
  label: '合同',
  en: 'Contract',
  paper: 'A4',
  number: 'contractNo',
  parts: [
    { kind: 'facts', fields: ['name', 'kind', 'partyName', 'client', 'provider', 'inCharge'] },
    {
      kind: 'facts',
      title: { label: '期限与金额', en: 'Term and amount' },
      fields: ['signedOn', 'startsOn', 'endsOn', 'amount', 'renewedFrom', 'state', 'terminatedOn', 'terminationReason'],
      inWords: ['amount'],
    },
    { kind: 'lines', name: 'payments' },
    { kind: 'text', field: 'remark' },
    {
      kind: 'signatures',
      parties: [
        { label: '甲方', en: 'First party', by: 'tenant' },
        { label: '乙方', en: 'Second party', by: 'partyName' },
      ],
    },
  ],
});
