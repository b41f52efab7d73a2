import {
  action,
  age,
  bool,
  choice,
  choices,
  date,
  dateTime,
  decimal,
  defineChoices,
  defineModel,
  defineResource,
  defineStates,
  dict,
  dicts,
  file,
  id,
  idCard,
  integer,
  json,
  phone,
  ref,
  refs,
  secret,
  text,
  type CheckContext,
} from '../src/index.ts';

/** A caller in China at a fixed time. */
export const inChina: CheckContext = {
  toInstant: (local) => {
    const instant = new Date(`${local}+08:00`);
    return Number.isNaN(instant.getTime()) ? undefined : instant;
  },
  now: () => new Date('2025-06-15T04:00:00Z'),
};

export const person = defineResource({
  name: 'person',
  title: '客户',
  en: 'Clients',
  scope: 'tenant',
  permission: 'Pages.Clients',
  wire: { service: 'C_clients', entity: 'C_client', wrap: true, calls: { list: 'GetAll', save: 'CreateOrEdit' } },
  fields: {
    name: text({ label: '姓名', en: 'Name', required: true, max: 20, filter: 'like' }),
    gender: dict('gender', { label: '性别', required: true, filter: 'exact' }),
    phone: phone({ label: '手机号', sensitive: 'sealed', filter: 'exact' }),
    card: idCard({ label: '证件号码', sensitive: 'sealed', unique: true, filter: 'exact', wire: 'ID_Card' }),
    birthday: date({ label: '出生日期', limit: 'past', filter: 'range' }),
    age: age({ label: '年龄', of: 'birthday', filter: 'range' }),
  },
  list: { columns: ['name', 'gender', 'phone'], sort: 'name', search: ['name'] },
  display: 'name',
});

export const device = defineResource({
  name: 'wristDevice',
  title: '设备',
  en: 'Devices',
  scope: 'both',
  permission: 'Pages.Devices',
  wire: { service: 'XYJ_Ledgers', entity: 'XYJ_Ledger', wrap: true, calls: { list: 'GetAll' } },
  fields: {
    imei: text({ label: '串号', required: true, unique: true, pattern: '^\\d{15}$', max: 15, filter: 'exact' }),
    note: text({ label: '备注' }),
  },
  list: { columns: ['imei'], sort: '-id' },
  display: 'imei',
});

export const tag = defineResource({
  name: 'tag',
  title: '标签',
  en: 'Tags',
  scope: 'tenant',
  permission: 'Pages.Tags',
  writes: [],
  wire: { service: 'Tags', entity: 'Tag', calls: { list: 'GetAll' } },
  fields: { title: text({ label: '标签', required: true }) },
  list: { columns: ['title'], sort: ['title', '-createdAt'] },
  display: 'title',
});

export const visitStates = defineStates({
  open: { label: '待确认', wire: 0 },
  taken: { label: '已确认', wire: 1 },
  dropped: { label: '已取消', wire: 2, aside: true },
});
export const symptoms = defineChoices({
  headache: { label: '头痛', wire: 'H' },
  cough: { label: '咳嗽', wire: 'C' },
  fever: { label: '发热' },
});

/** One resource with every kind of field. */
export const visit = defineResource({
  name: 'visit',
  title: '随访',
  en: 'Visits',
  scope: 'tenant',
  permission: ['Pages.Visits', 'Pages.Home.Visits'],
  wire: {
    service: 'RETURN_VISIT_RECORDs',
    entity: 'RETURN_VISIT_RECORD',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetForEdit', save: 'CreateOrEdit', remove: 'Delete', excel: 'GetToExcel' },
    joins: {
      userName: 'client.name',
      userPhone: 'client.phone',
      userAge: 'client.age',
      clientGender: 'client.gender',
      clientId2: 'client.id',
    },
    joinFilters: ['userName', 'clientGender', 'clientId2'],
  },
  fields: {
    client: ref('person', { label: '客户', en: 'Client', required: true, filter: 'exact', wire: 'USERID' }),
    watch: ref('wristDevice', { label: '设备', by: 'imei', wire: 'imei', filter: 'exact' }),
    tags: refs('tag', { label: '标签', filter: 'in' }),
    title: text({ label: '标题', en: 'Title', required: true, max: 50, filter: 'like', wire: 'VISIT_TITLE' }),
    code: text({ label: '编码', max: 10, filter: 'exact', wire: 'type_code' }),
    visitedAt: dateTime({ label: '随访时间', required: true, filter: 'range', wire: 'TO_TIME' }),
    nextOn: date({ label: '下次随访', filter: 'range', wire: 'next_visite_time' }),
    high: integer({ label: '收缩压', unit: 'mmHg', min: 30, max: 350, size: 'small', filter: 'atLeast' }),
    low: integer({ label: '舒张压', min: 10, max: 250, filter: 'atMost' }),
    relation: integer({ label: '关系', filter: 'range' }),
    count: integer({ label: '次数', filter: 'in' }),
    sugar: decimal({ label: '血糖', digits: [4, 1], min: 0.3, max: 60, filter: 'range' }),
    active: bool({ label: '启用', default: true, filter: 'exact' }),
    state: choice(visitStates, { label: '状态', default: 'open', filter: 'exact' }),
    kind: choice(symptoms, { label: '主诉', filter: 'in' }),
    symptoms: choices(symptoms, { label: '伴随症状', filter: 'in' }),
    gender: dict('gender', { label: '性别', filter: 'exact' }),
    payments: dicts('payment_type', { label: '支付方式', filter: 'in' }),
    address: text({ label: '住址', sensitive: 'masked', max: 100 }),
    extra: json({ label: '附加', max: 200 }),
    photo: file({ label: '照片', accept: 'image' }),
    key: secret({ label: '验证码', max: 16 }),
    score: integer({ label: '得分', readonly: true, default: 0 }),
    origin: text({ label: '来源', fixed: true, default: 'web' }),
  },
  list: {
    columns: ['client', 'watch', 'title', 'visitedAt', 'high', 'state', 'symptoms', 'active', 'address', 'key'],
    sort: ['-visitedAt', 'title'],
    search: ['title', 'client'],
  },
  display: 'title',
  scopeRule: { through: 'client' },
  actions: {
    changeState: action({
      label: '变更状态',
      wire: 'PUT ChangeState',
      permission: 'Edit',
      input: { id: id(), state: choice(visitStates, { label: '状态', required: true }) },
    }),
    count: action({ label: '统计', en: 'Count', wire: 'GET Count', permission: 'read', input: {} }),
    approve: action({
      label: '审批',
      en: 'Approve',
      wire: 'POST Approve',
      permission: ['Pages.Approvals', 'signed-in'],
      input: { id: id() },
    }),
  },
});

export const clinic = defineModel([person, device, tag, visit]);
