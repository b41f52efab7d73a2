import { bool, date, defineResource, integer, money, ref } from '@kangmai/resource';

/** A payment that a contract provides for. */
export const contractPayment = defineResource({
  name: 'contractPayment',
  title: '付款计划',
  en: 'Payments of contracts',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Contract',
  partOf: { parent: 'contract', order: 'place' },
  wire: { service: 'XYJ_ContractPayment', entity: 'XYJ_ContractPayment', calls: {} },
  fields: {
    contract: ref('contract', { label: '合同', en: 'Contract', required: true, readonly: true, index: true }),
    place: integer({ label: '序号', en: 'Place', required: true, readonly: true }),
    dueOn: date({ label: '付款日期', en: 'Due on', required: true, index: true, wire: 'date' }),
    amount: money({ label: '金额', en: 'Amount', required: true, min: 0.01 }),
    isPaid: bool({ label: '已付', en: 'Paid', default: false, wire: 'paid' }),
  },
  list: { columns: ['dueOn', 'amount', 'isPaid'], sort: 'place' },
  display: 'dueOn',
});
