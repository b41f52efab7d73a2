import { bool, choice, date, defineChoices, defineStates, dict, move, ref, text } from '@kangmai/resource';

export const serviceStates = defineChoices({
  unfinished: { label: '未完成', en: 'Unfinished', wire: 0, tone: 'info' },
  finished: { label: '已完成', en: 'Finished', wire: 1, tone: 'good' },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 2, tone: 'neutral' },
});

export const clientStates = defineStates({
  potential: { label: '潜在', en: 'Potential', tone: 'info' },
  active: { label: '在管', en: 'Active', tone: 'good' },
  paused: { label: '暂停', en: 'Paused', tone: 'warn', aside: true },
  transferred: { label: '迁出', en: 'Transferred', tone: 'neutral', aside: true },
  deceased: { label: '死亡', en: 'Deceased', tone: 'neutral', aside: true },
  closed: { label: '结案', en: 'Closed', tone: 'neutral' },
});

const service = { group: '服务', groupEn: 'Service' } as const;

/** Who serves the person, and where the service stands. */
export const serviceFields = {
  isVip: bool({ label: '是否VIP', en: 'VIP', default: false, filter: 'exact', ...service }),
  vipLevel: dict('vip_level', { label: 'VIP等级', en: 'VIP level', ...service }),
  knowingChannel: ref('knowingChannel', {
    label: '获知渠道',
    en: 'Channel',
    filter: 'exact',
    only: { isEnabled: true },
    ...service,
    wire: 'knowingChannelId',
  }),
  introducer: ref('client', { label: '介绍人', en: 'Introduced by', ...service, wire: 'introducerId' }),
  organizationUnit: ref('organizationUnit', {
    label: '所属机构',
    en: 'Organisation unit',
    filter: 'exact',
    ...service,
    wire: 'organizationUnitId',
  }),
  healthManager: ref('user', {
    label: '健康管理师',
    en: 'Health manager',
    filter: 'exact',
    only: { role: 'healthManager' },
    ...service,
    wire: 'healthManagerId',
  }),
  doctor: ref('user', {
    label: '责任医生',
    en: 'Doctor in charge',
    filter: 'exact',
    only: { role: 'doctor' },
    ...service,
    wire: 'doctorId',
  }),
  team: ref('careTeam', { label: '服务团队', en: 'Care team', filter: 'exact', ...service, wire: 'teamId' }),
  serviceState: choice(serviceStates, {
    label: '服务状态',
    en: 'Service state',
    default: 'unfinished',
    readonly: true,
    filter: 'exact',
    ...service,
  }),
  state: choice(clientStates, { label: '管理状态', en: 'State', default: 'active', filter: 'exact', ...service }),
  stateOn: date({ label: '状态日期', en: 'State date', ...service, wire: 'stateDate' }),
  stateReason: text({ label: '状态原因', en: 'State reason', max: 200, ...service }),
  remark: text({ label: '备注', en: 'Remark', max: 500, rows: 4, ...service }),
} as const;

const day = { label: '状态日期', en: 'State date', start: 'today', wire: 'stateDate' } as const;
const stateReason = text({ label: '状态原因', en: 'State reason', required: true, max: 200, rows: 3 });

/** How the care of a person begins, pauses and ends. */
export const clientMoves = {
  on: 'state',
  activate: move({
    label: '纳入管理',
    en: 'Take into care',
    from: ['potential', 'paused', 'transferred', 'closed'],
    to: 'active',
    permission: 'Edit',
  }),
  pause: move({
    label: '暂停管理',
    en: 'Pause the care',
    from: ['active'],
    to: 'paused',
    permission: 'Edit',
    input: { stateReason, stateOn: date(day) },
  }),
  transfer: move({
    label: '登记迁出',
    en: 'Record a move away',
    from: ['active', 'paused'],
    to: 'transferred',
    permission: 'Edit',
    input: { stateOn: date({ ...day, required: true }), stateReason },
  }),
  recordDeath: move({
    label: '登记死亡',
    en: 'Record the death',
    from: ['active', 'paused'],
    to: 'deceased',
    permission: 'Edit',
    confirm: '登记后不能恢复管理。确定登记？',
    confirmEn: 'The care cannot begin again afterwards. Record it?',
    input: { stateOn: date({ ...day, required: true }), stateReason },
  }),
  correctDeath: move({
    label: '更正误登记死亡',
    en: 'Take back a death recorded by mistake',
    from: ['deceased'],
    to: 'active',
    permission: 'Edit',
    confirm: '恢复为在管；床位不会自动恢复，需要重新办理入住。确定更正？',
    confirmEn: 'The person is in care again; the bed has to be taken anew. Go on?',
    input: { stateReason },
  }),
  close: move({ label: '结案', en: 'Close the file', from: ['active'], to: 'closed', permission: 'Edit' }),
} as const;
