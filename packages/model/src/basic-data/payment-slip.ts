import { defineDocument } from '@kangmai/resource';
import type { contract } from './contract.ts';

export const paymentSlip = defineDocument<typeof contract>({
  key: 'paymentSlip',
  of: 'contract',
  label: '付款单',
  en: 'Payment slip',
  paper: 'roll',
  number: 'contractNo',
  parts: [
    {
      kind: 'facts',
      fields: ['name', 'partyName', 'amount', 'paidAmount', 'terminatedOn', 'terminationReason'],
      inWords: ['amount', 'paidAmount'],
    },
    { kind: 'lines', name: 'payments' },
    { kind: 'signatures', parties: [{ label: '经手人', en: 'Handled by' }] },
  ],
});
