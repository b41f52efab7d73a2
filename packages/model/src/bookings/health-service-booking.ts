import { choice, date, dateTime, defineResource, defineStates, move, ref, technical, text } from '@kangmai/resource';
import { clientOfBooking } from './booking-choices.ts';

export const serviceBookingStates = defineStates({
  waiting: { label: '待审核', en: 'To approve', wire: 0, tone: 'warn' },
  booked: { label: '已通过', en: 'Approved', wire: 1, tone: 'info' },
  refused: { label: '已拒绝', en: 'Refused', wire: 2, tone: 'bad', aside: true },
  done: { label: '已完成', en: 'Done', wire: 3, tone: 'good' },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 4, tone: 'neutral', aside: true },
  noShow: { label: '爽约', en: 'No-show', wire: 5, tone: 'bad', aside: true },
});

const result = { label: '服务结果', en: 'Outcome', max: 1000, rows: 4 } as const;
const remark = { label: '处理说明', en: 'Remark', max: 200 } as const;
const askedRemark = text({ ...remark, rows: 3 });

/** A client's booking of a health service in one of its time ranges. */
export const healthServiceBooking = defineResource({
  name: 'healthServiceBooking',
  title: '健康服务预约',
  en: 'Health service bookings',
  scope: 'tenant',
  permission: 'Pages.HealthService.HsAppointment',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'HealthServicesAppointmentRecord',
    entity: 'HealthServicesAppointmentRecord',
    wrap: false,
    rowsKey: 'data',
    joins: {
      serviceTitle: 'service.title',
      userName: 'client.name',
      phone: 'client.phone',
      operatorName: 'operator.fullName',
    },
    calls: {
      list: 'GetAll',
      edit: 'GetHealthServicesAppointmentRecordForEdit',
      save: 'CreateOrEdit',
      excel: 'GetHealthServicesAppointmentRecordsToExcel',
      state: 'PUT UpdateAppointmentRecordStatus',
    },
  },
  fields: {
    appointmentNo: text({
      label: '预约编号',
      en: 'Number',
      max: 20,
      readonly: true,
      filter: 'exact',
      serial: { prefix: 'FW', period: 'day', digits: 4 },
      wire: 'recordNo',
    }),
    service: ref('healthService', {
      label: '服务',
      en: 'Service',
      required: true,
      fixed: true,
      filter: 'exact',
      only: { state: 'offered' },
      wire: 'healthServicesId',
    }),
    client: clientOfBooking,
    day: date({
      label: '预约日期',
      en: 'Date',
      required: true,
      filter: 'range',
      start: 'today',
      wire: 'appointmentDate',
    }),
    timeRange: text({
      label: '时段',
      en: 'Time range',
      required: true,
      max: 20,
      example: '09:00-10:00',
      hint: '该服务的可约时段之一，如 09:00-10:00',
      hintEn: 'One of the time ranges of the service, such as 09:00-10:00',
    }),
    operator: ref('user', { label: '服务人员', en: 'Served by', filter: 'exact', wire: 'operatorId' }),
    result: text({ ...result, readonly: true }),
    remark: text({ ...remark, readonly: true }),
    state: choice(serviceBookingStates, {
      label: '状态',
      en: 'Status',
      default: 'waiting',
      readonly: true,
      filter: 'exact',
      wire: 'status',
    }),
    startsAt: dateTime({
      label: '开始',
      en: 'Begins',
      readonly: true,
      filter: 'range',
      wire: 'appointmentTime',
      ...technical,
    }),
    endsAt: dateTime({ label: '结束', en: 'Ends', readonly: true, ...technical }),
    heldUntil: dateTime({ label: '保留至', en: 'Held until', readonly: true, ...technical }),
  },
  unique: [['appointmentNo']],
  occupies: [
    { kind: 'client', subject: 'client', from: 'startsAt', to: 'endsAt', when: { state: ['waiting', 'booked'] } },
  ],
  takesPlace: { of: 'service', at: 'startsAt', when: { state: ['waiting', 'booked', 'done', 'noShow'] } },
  heldUntil: 'heldUntil',
  inStates: { edit: ['waiting', 'booked'] },
  moves: {
    on: 'state',
    approve: move({
      label: '通过',
      en: 'Approve',
      from: ['waiting'],
      to: 'booked',
      permission: 'Edit',
      input: { remark: askedRemark },
    }),
    refuse: move({
      label: '拒绝',
      en: 'Refuse',
      from: ['waiting'],
      to: 'refused',
      permission: 'Edit',
      input: { remark: text({ ...remark, rows: 3, required: true, min: 2 }) },
    }),
    complete: move({
      label: '完成',
      en: 'Complete',
      from: ['booked'],
      to: 'done',
      permission: 'Edit',
      input: {
        result: text({
          ...result,
          hint: '必填；未填时取处理说明',
          hintEn: 'Needed; the remark where it is empty',
        }),
        remark: askedRemark,
      },
    }),
    cancel: move({
      label: '取消预约',
      en: 'Cancel',
      from: ['waiting', 'booked'],
      to: 'cancelled',
      permission: 'Edit',
      input: { remark: askedRemark },
    }),
    release: move({
      label: '到时释放',
      en: 'Release',
      from: ['waiting'],
      to: 'cancelled',
      clock: { field: 'heldUntil' },
    }),
    lapse: move({ label: '当日未到', en: 'Lapse', from: ['booked'], to: 'noShow', clock: { field: 'day' } }),
  },
  list: {
    columns: ['appointmentNo', 'service', 'client', 'day', 'timeRange', 'operator', 'state', 'remark'],
    sort: ['-day', 'timeRange'],
    search: ['client', 'appointmentNo'],
    tabs: 'state',
    layouts: {
      calendar: { from: 'day', label: 'client', colour: 'state', movedIn: ['waiting', 'booked'] },
      board: 'state',
    },
  },
  display: 'appointmentNo',
  detail: { steps: 'state' },
  scopeRule: { own: ['operator'], through: ['client'] },
  excel: { import: false, export: true },
});
