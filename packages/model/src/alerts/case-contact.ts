import { choice, dateTime, defineResource, integer, ref, text } from '@kangmai/resource';
import { personJoins } from '../shared/person.ts';
import { callees, callOutcomes } from './case-choices.ts';

const given = { readonly: true } as const;

/** A call of staff about a case and what came of it; written by logging it and never changed. */
export const caseContact = defineResource({
  name: 'caseContact',
  title: '联系记录',
  en: 'Contacts',
  scope: 'tenant',
  permission: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'],
  writes: [],
  wire: {
    service: 'CaseContacts',
    entity: 'CaseContact',
    wrap: true,
    joins: {
      clientName: personJoins.userName,
      finding: 'case.finding',
      guardianName: 'guardian.name',
      userFullName: 'user.fullName',
    },
    calls: { list: 'GetAll', edit: 'GetCaseContactForEdit' },
  },
  fields: {
    case: ref('abnormalCase', {
      label: '异常',
      en: 'Case',
      required: true,
      ...given,
      filter: 'exact',
      wire: 'abnormalId',
    }),
    client: ref('client', { label: '客户', en: 'Client', ...given, filter: 'exact', wire: 'clientId' }),
    calledAt: dateTime({
      label: '联系时间',
      en: 'Called at',
      required: true,
      ...given,
      filter: 'range',
      wire: 'callTime',
    }),
    callee: choice(callees, { label: '联系对象', en: 'Called', ...given }),
    guardian: ref('guardianContact', { label: '联系人', en: 'Contact', ...given, wire: 'guardianId' }),
    outcome: choice(callOutcomes, { label: '联系结果', en: 'Contact outcome', required: true, ...given }),
    note: text({ label: '备注', en: 'Note', max: 500, ...given }),
    callRecordId: integer({ label: '通话记录', en: 'Call record', size: 'big', ...given }),
    user: ref('user', { label: '联系人员', en: 'Called by', ...given, wire: 'userId' }),
    userName: text({ label: '用户名', en: 'User name', max: 64, ...given }),
  },
  list: {
    columns: ['calledAt', 'callee', 'guardian', 'outcome', 'user', 'note', 'case', 'client'],
    sort: '-calledAt',
    search: ['client'],
  },
  display: 'outcome',
  inWaitingDays: true,
  scopeRule: { through: 'client' },
  excel: { import: false, export: false },
});
