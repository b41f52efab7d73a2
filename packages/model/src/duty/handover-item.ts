import { choice, dateTime, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';
import { alarmLevels } from '../shared/levels.ts';
import { personJoins } from '../shared/person.ts';

export const handoverKinds = defineChoices({
  call: { label: '紧急求助', en: 'Call for help', tone: 'bad' },
  case: { label: '未结束的异常', en: 'Open case' },
  observed: { label: '观察中', en: 'Under observation' },
  silent: { label: '设备无数据', en: 'Silent device' },
  due: { label: '本班到期', en: 'Due in this shift' },
});

/** One matter of a hand-over, as it stood when that was made. */
export const handoverItem = defineResource({
  name: 'handoverItem',
  title: '交接事项',
  en: 'Matters handed over',
  scope: 'tenant',
  permission: 'Pages.RemoteMonitoring.Handover',
  writes: [],
  wire: {
    service: 'DutyHandoverItems',
    entity: 'DutyHandoverItem',
    wrap: true,
    joins: { userName: personJoins.userName, handoverNo: 'handover.handoverNo' },
    calls: { list: 'GetAll', edit: 'GetDutyHandoverItemForEdit' },
  },
  fields: {
    handover: ref('dutyHandover', {
      label: '交接单',
      en: 'Hand-over',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'handoverId',
    }),
    kind: choice(handoverKinds, { label: '事项', en: 'Matter', required: true, fixed: true, filter: 'in' }),
    level: choice(alarmLevels, { label: '级别', en: 'Level', fixed: true, filter: 'exact' }),
    client: ref('client', { label: '客户', en: 'Client', fixed: true, filter: 'exact', wire: 'userId' }),
    place: integer({ label: '序号', en: 'Place', required: true, fixed: true }),
    case: ref('abnormalCase', { label: '异常', en: 'Case', fixed: true, wire: 'caseId' }),
    finding: text({ label: '描述', en: 'Description', required: true, max: 200, fixed: true }),
    since: dateTime({ label: '告警时间', en: 'Alarm at', fixed: true }),
    dueAt: dateTime({ label: '到期时间', en: 'Due at', fixed: true }),
    holderName: text({ label: '处理人', en: 'Handled by', max: 129, fixed: true }),
  },
  list: {
    columns: ['kind', 'level', 'client', 'finding', 'since', 'dueAt', 'holderName'],
    sort: 'place',
    search: ['client', 'finding'],
  },
  display: 'finding',
  scopeRule: { through: 'client' },
  excel: { import: false, export: false },
});
