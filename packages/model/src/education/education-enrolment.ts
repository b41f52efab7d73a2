import {
  bool,
  choice,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  integer,
  move,
  phone,
  ref,
  technical,
  text,
} from '@kangmai/resource';

export const enrolmentStates = defineStates({
  pending: { label: '待审核', en: 'To be approved', wire: 0, tone: 'warn' },
  enrolled: { label: '报名成功', en: 'Enrolled', wire: 1, tone: 'info' },
  refused: { label: '已拒绝', en: 'Refused', wire: 2, tone: 'neutral', aside: true },
  signedIn: { label: '已签到', en: 'Signed in', wire: 3, tone: 'good' },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 4, tone: 'neutral', aside: true },
  noShow: { label: '未到场', en: 'No-show', wire: 5, tone: 'bad', aside: true },
  waitlisted: { label: '候补', en: 'Waiting list', wire: 6, tone: 'warn', aside: true },
});

export const enrolmentSources = defineChoices({
  staff: { label: '员工登记', en: 'Staff' },
  scan: { label: '扫码报名', en: 'QR code' },
});

export const signInWays = defineChoices({
  desk: { label: '签到台', en: 'Desk' },
  scan: { label: '扫码签到', en: 'QR code' },
});

const outcome = { group: '到场', groupEn: 'Attendance' } as const;
const note = { label: '备注', en: 'Remark', max: 200 } as const;

/** Who comes to an activity of health education, with how many persons, or waits for a place. */
export const educationEnrolment = defineResource({
  name: 'educationEnrolment',
  title: '健康教育报名',
  en: 'Enrolment in health education',
  scope: 'tenant',
  permission: 'Pages.HealthService.HealthEducationEnroll',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'HealthEducationEnroll',
    entity: 'HealthEducationEnroll',
    joins: {
      educationTitle: 'education.title',
      startTime: 'education.startsAt',
      clientName: 'client.name',
      sex: 'client.gender',
      age: 'client.age',
    },
    calls: {
      list: 'GetAll',
      edit: 'GetHealthEducationEnrollForEdit',
      save: 'CreateOrEdit',
      state: 'PUT UpdateAppointmentRecordStatus',
      excel: 'GetHealthEducationEnrollsToExcel',
    },
  },
  fields: {
    enrolNo: text({
      label: '报名号',
      en: 'Number',
      max: 20,
      readonly: true,
      filter: 'exact',
      serial: { prefix: 'BM', period: 'day', digits: 4 },
      wire: 'enrollNo',
    }),
    education: ref('healthEducation', {
      label: '活动',
      en: 'Activity',
      required: true,
      fixed: true,
      only: { state: 'open' },
      filter: 'exact',
      wire: 'healthEducationId',
    }),
    client: ref('client', {
      label: '客户',
      en: 'Client',
      filter: 'exact',
      hint: '非客户留空，填写姓名和手机',
      hintEn: 'Empty for others: enter name and phone',
      wire: 'userId',
    }),
    name: text({
      label: '姓名',
      en: 'Name',
      max: 30,
      filter: 'like',
      hint: '留空则取客户姓名',
      hintEn: 'That of the client when empty',
    }),
    phone: phone({
      label: '手机',
      en: 'Phone',
      sensitive: 'sealed',
      filter: 'exact',
      hint: '留空则取客户手机',
      hintEn: 'That of the client when empty',
    }),
    persons: integer({
      label: '人数',
      en: 'Persons',
      default: 1,
      min: 1,
      max: 10,
      unit: '人',
      wire: 'personCount',
    }),
    status: choice(enrolmentStates, {
      label: '状态',
      en: 'Status',
      default: 'pending',
      readonly: true,
      filter: 'exact',
    }),
    source: choice(enrolmentSources, {
      label: '报名方式',
      en: 'Enrolled by',
      default: 'staff',
      readonly: true,
      filter: 'exact',
    }),
    waitNo: integer({ label: '候补序号', en: 'Place in the waiting list', readonly: true }),
    signedInAt: dateTime({ label: '签到时间', en: 'Signed in', readonly: true, wire: 'signTime', ...outcome }),
    signInWay: choice(signInWays, { label: '签到方式', en: 'Signed in by', readonly: true, ...outcome }),
    score: integer({ label: '测验得分', en: 'Quiz score', min: 0, max: 100, ...outcome }),
    satisfaction: integer({ label: '满意度', en: 'Satisfaction', min: 1, max: 5, ...outcome }),
    remark: text({ ...note, rows: 2 }),
    // Empty once it is over, so that the phone may enrol again.
    isLive: bool({ label: '有效', en: 'Valid', readonly: true, ...technical }),
  },
  unique: [['enrolNo'], ['education', 'phone', 'isLive']],
  takesPlace: {
    of: 'education',
    count: 'persons',
    when: { status: ['pending', 'enrolled', 'signedIn', 'noShow'] },
  },
  inStates: { edit: ['pending', 'enrolled', 'waitlisted', 'signedIn'] },
  moves: {
    on: 'status',
    approve: move({ label: '审核通过', en: 'Approve', from: ['pending'], to: 'enrolled', permission: 'Edit' }),
    refuse: move({
      label: '拒绝',
      en: 'Refuse',
      from: ['pending'],
      to: 'refused',
      permission: 'Edit',
      input: { remark: text({ ...note, rows: 2 }) },
    }),
    signIn: move({ label: '签到', en: 'Sign in', from: ['enrolled'], to: 'signedIn', permission: 'Edit' }),
    cancel: move({
      label: '取消报名',
      en: 'Cancel',
      from: ['pending', 'enrolled', 'waitlisted'],
      to: 'cancelled',
      permission: 'Edit',
      input: { remark: text({ ...note, rows: 2 }) },
    }),
    promote: move({ label: '候补转正', en: 'Move up', from: ['waitlisted'], to: 'enrolled' }),
    promoteToApproval: move({ label: '候补待审', en: 'Move up for approval', from: ['waitlisted'], to: 'pending' }),
    miss: move({ label: '未到场', en: 'Record a no-show', from: ['enrolled'], to: 'noShow' }),
  },
  list: {
    columns: ['enrolNo', 'education', 'name', 'phone', 'persons', 'status', 'waitNo', 'signedInAt', 'remark'],
    sort: '-createdAt',
    search: ['enrolNo', 'name', 'phone'],
    tabs: 'status',
  },
  display: 'enrolNo',
  scopeRule: { through: 'client', orNone: true },
  excel: { import: false, export: true },
});
