import { bool, choice, dateTime, decimal, defineChoices, defineResource, defineStates, integer, ref, text } from '@kangmai/resource';
import { personJoins } from '../shared/person.ts';

export const sosTypes = defineChoices({
  watchButton: { label: '手表按键', en: 'Button of the watch', wire: 1 },
  fall: { label: '跌倒', en: 'Fall', wire: 2 },
  gatewayButton: { label: '网关按钮', en: 'Button of the gateway', wire: 3 },
  phonePage: { label: '手机端', en: 'Phone page', wire: 4 },
  call: { label: '电话', en: 'Call', wire: 5 },
  byHand: { label: '人工登记', en: 'Recorded by staff', wire: 6 },
});

export const sosStates = defineStates({
  waiting: { label: '待响应', en: 'Waiting', wire: 0, tone: 'bad', to: ['responded', 'falseAlarm'] },
  responded: { label: '已响应', en: 'Responded', wire: 1, tone: 'warn', to: ['waiting', 'inProgress', 'closed', 'falseAlarm'] },
  inProgress: { label: '处置中', en: 'In progress', wire: 2, tone: 'info', to: ['closed', 'falseAlarm'] },
  closed: { label: '已解除', en: 'Closed', wire: 3, tone: 'good', to: [] },
  falseAlarm: { label: '误报', en: 'False alarm', wire: 4, tone: 'neutral', to: [] },
});

export const sosCauses = defineChoices({
  illness: { label: '突发疾病', en: 'Sudden illness', wire: 1 },
  fall: { label: '跌倒受伤', en: 'Hurt by a fall', wire: 2 },
  lost: { label: '走失', en: 'Lost', wire: 3 },
  accident: { label: '居家事故', en: 'Accident at home', wire: 4 },
  dailyHelp: { label: '生活求助', en: 'Help in daily life', wire: 5 },
  touched: { label: '误触', en: 'Touched by accident', wire: 6 },
  trial: { label: '测试', en: 'Trial', wire: 7 },
  cancelled: { label: '用户取消', en: 'Cancelled by the wearer', wire: 8 },
  other: { label: '其他', en: 'Other', wire: 9 },
});

/** Where the position of a call comes from: sent with it, the newest before it, or the home of the person. */
export const positionSources = defineChoices({
  packet: { label: '随报文定位', en: 'Sent with the call' },
  recent: { label: '最近定位', en: 'Newest position before the call' },
  home: { label: '家庭住址', en: 'Home address' },
});

export const sosRecord = defineResource({
  name: 'sosRecord',
  title: 'SOS记录',
  en: 'SOS records',
  scope: 'tenant',
  permission: 'Pages.RemoteMonitoring.SOS',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'SOS_Records', entity: 'SOS_Record', wrap: true,
    joins: { ...personJoins, responseUserName: 'responder.name' },
    joinFilters: ['communityId'],
    calls: { list: 'GetAll', edit: 'GetSOS_RecordForEdit', save: 'CreateOrEdit', excel: 'GetSOS_RecordsToExcel' },
  },
  fields: {
    device: ref('device', { label: '设备IMEI', en: 'Device IMEI', by: 'imei', filter: 'exact', fixed: true, wire: 'imei' }),
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact', fixed: 'refused', wire: 'userId' }),
    case: ref('abnormalCase', { label: '异常', en: 'Case', filter: 'exact', readonly: true, wire: 'caseId' }),
    type: choice(sosTypes, { label: '求助方式', en: 'Kind', required: true, fixed: true, filter: 'exact', wire: 'sosType' }),
    calledAt: dateTime({ label: '求助时间', en: 'When', required: true, fixed: true, filter: 'range', wire: 'sosTime' }),
    longitude: decimal({ label: '经度', en: 'Longitude', unit: '°', digits: [10, 6], min: -180, max: 180 }),
    latitude: decimal({ label: '纬度', en: 'Latitude', unit: '°', digits: [10, 6], min: -90, max: 90 }),
    wgsLongitude: decimal({ label: 'WGS-84经度', en: 'WGS-84 longitude', unit: '°', digits: [10, 6], min: -180, max: 180, readonly: true }),
    wgsLatitude: decimal({ label: 'WGS-84纬度', en: 'WGS-84 latitude', unit: '°', digits: [10, 6], min: -90, max: 90, readonly: true }),
    positionSource: choice(positionSources, { label: '位置来源', en: 'Position from', readonly: true }),
    locatedAt: dateTime({ label: '位置时间', en: 'Located at', wire: 'location_time' }),
    address: text({ label: '地址', en: 'Address', max: 200, sensitive: 'masked' }),
    state: choice(sosStates, { label: '状态', en: 'State', default: 'waiting', filter: 'in' }),
    responder: ref('user', { label: '响应人', en: 'Responder', filter: 'exact', readonly: true, wire: 'responseUserId' }),
    respondedAt: dateTime({ label: '响应时间', en: 'Responded at', readonly: true, wire: 'responseTime' }),
    guardianContacted: bool({ label: '已联系监护人', en: 'Guardian reached' }),
    ambulanceCalled: bool({ label: '已呼叫120', en: 'Ambulance called', wire: 'called120' }),
    cause: choice(sosCauses, { label: '求助原因', en: 'Cause' }),
    outcome: text({ label: '处置经过', en: 'What was done', max: 1000, rows: 5, wire: 'handleResult' }),
    closedAt: dateTime({ label: '解除时间', en: 'Closed at', readonly: true, wire: 'closeTime' }),
    pressCount: integer({ label: '触发次数', en: 'Presses', default: 1, readonly: true }),
  },
  list: { columns: ['client', 'device', 'type', 'calledAt', 'address', 'state', 'responder', 'respondedAt', 'cause', 'pressCount'], sort: '-calledAt', search: ['client', 'device'] },
  display: 'calledAt',
  inWaitingDays: true,
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
