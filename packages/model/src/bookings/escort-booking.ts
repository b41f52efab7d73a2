import {
  bool,
  choice,
  choices,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  money,
  move,
  ref,
  technical,
  text,
} from '@kangmai/resource';
import { askedCancelReason, cancelReason } from './booking-choices.ts';

export const escortStates = defineStates({
  waiting: { label: '待派单', en: 'To assign', wire: 0, tone: 'warn' },
  assigned: { label: '已派单', en: 'Assigned', wire: 1, tone: 'info' },
  inService: { label: '服务中', en: 'In service', wire: 2, tone: 'info' },
  done: { label: '已完成', en: 'Done', wire: 3, tone: 'good' },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 4, tone: 'neutral', aside: true },
});

export const escortNeeds = defineChoices({
  wheelchair: { label: '轮椅', en: 'Wheelchair' },
  register: { label: '代挂号', en: 'Registration' },
  medicine: { label: '代取药', en: 'Fetching medicine' },
  report: { label: '代取报告', en: 'Fetching reports' },
  interpret: { label: '方言翻译', en: 'Dialect interpreter' },
  transport: { label: '接送', en: 'Transport' },
});

/** States in which an escort booking has not begun. */
export const openEscortStates = ['waiting', 'assigned'] as const;

const person = { label: '陪诊人员', en: 'Escort', filter: 'exact', wire: 'escortId' } as const;
const askedEscort = ref('user', { label: '陪诊人员', en: 'Escort', required: true, wire: 'escortId' });
const feedback = { label: '陪诊反馈', en: 'Report of the escort', max: 1000, rows: 4 } as const;

/** Somebody who goes to a hospital with a client. */
export const escortBooking = defineResource({
  name: 'escortBooking',
  title: '陪诊预约',
  en: 'Escort bookings',
  scope: 'tenant',
  permission: 'Pages.XKH.User.AccompanyingDiseases',
  wire: {
    service: 'AccompanyingAppointment',
    entity: 'AccompanyingAppointment',
    wrap: false,
    joins: {
      patientName: 'client.name',
      phone: 'client.phone',
      sex: 'client.gender',
      age: 'client.age',
      escortName: 'escort.fullName',
    },
    calls: {
      list: 'GetAll',
      edit: 'GetAccompanyingAppointmentForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetAccompanyingAppointmentsToExcel',
    },
  },
  fields: {
    appointmentNo: text({
      label: '陪诊单号',
      en: 'Number',
      max: 20,
      readonly: true,
      filter: 'exact',
      serial: { prefix: 'PZ', period: 'day', digits: 4 },
    }),
    client: ref('client', {
      label: '客户',
      en: 'Client',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'clientId',
    }),
    visit: ref('outpatientAppointment', {
      label: '门诊预约',
      en: 'Clinic booking',
      fixed: true,
      filter: 'exact',
      hint: '与门诊预约关联后，随其改约和取消',
      hintEn: 'Moved and cancelled with the clinic booking',
      wire: 'outpatientAppointmentId',
    }),
    hospital: text({ label: '医院', en: 'Hospital', example: '市第一人民医院', required: true, max: 100 }),
    department: text({ label: '科室', en: 'Department', example: '心血管内科', max: 50 }),
    startsAt: dateTime({
      label: '陪诊时间',
      en: 'Time',
      required: true,
      filter: 'range',
      example: '2060-01-31 09:30',
      wire: 'appointmentTime',
    }),
    meetPlace: text({ label: '会合地点', en: 'Meeting point', example: '门诊楼一层导诊台', max: 100 }),
    needs: choices(escortNeeds, { label: '服务需求', en: 'Needs' }),
    escort: ref('user', person),
    fee: money({ label: '费用', en: 'Fee', min: 0 }),
    examNo: text({ label: '体检号', en: 'Examination number', max: 32, filter: 'exact', wire: 'ID_Patient' }),
    state: choice(escortStates, { label: '状态', en: 'State', default: 'waiting', filter: 'exact' }),
    feedback: text({ ...feedback, readonly: true }),
    cancelReason,
    // Empty once it is cancelled, so that its visit may have another.
    isLive: bool({ label: '有效', en: 'Valid', readonly: true, ...technical }),
  },
  unique: [['appointmentNo'], ['visit', 'isLive']],
  occupies: [
    {
      kind: 'escort',
      subject: 'escort',
      from: 'startsAt',
      lasts: '4h',
      when: { state: ['assigned', 'inService'] },
    },
    {
      kind: 'escorted',
      subject: 'client',
      from: 'startsAt',
      lasts: '4h',
      when: { state: ['waiting', 'assigned', 'inService'] },
    },
  ],
  inStates: { edit: openEscortStates, remove: ['waiting', 'cancelled'] },
  moves: {
    on: 'state',
    assign: move({
      label: '派单',
      en: 'Assign',
      from: ['waiting'],
      to: 'assigned',
      permission: 'Edit',
      input: { escort: askedEscort },
    }),
    reassign: move({
      label: '改派',
      en: 'Reassign',
      from: ['assigned'],
      to: 'assigned',
      permission: 'Edit',
      input: { escort: askedEscort },
    }),
    start: move({
      label: '开始陪诊',
      en: 'Start',
      from: ['assigned'],
      to: 'inService',
      permission: 'Edit',
      by: ['escort'],
      fromDay: 'startsAt',
    }),
    finish: move({
      label: '完成陪诊',
      en: 'Finish',
      from: ['inService'],
      to: 'done',
      permission: 'Edit',
      input: { feedback: text({ ...feedback, required: true, min: 2 }) },
    }),
    cancel: move({
      label: '取消预约',
      en: 'Cancel',
      from: openEscortStates,
      to: 'cancelled',
      permission: 'Edit',
      input: { cancelReason: askedCancelReason },
    }),
    giveUp: move({ label: '退回派单', en: 'Back to assign', from: ['assigned'], to: 'waiting' }),
  },
  list: {
    columns: ['appointmentNo', 'client', 'startsAt', 'hospital', 'escort', 'state', 'department', 'needs'],
    sort: '-startsAt',
    search: ['client', 'appointmentNo', 'hospital'],
    tabs: 'state',
    layouts: { calendar: { from: 'startsAt', label: 'client', colour: 'state', movedIn: openEscortStates } },
  },
  display: 'appointmentNo',
  detail: { steps: 'state' },
  scopeRule: { own: ['escort'], through: ['client'] },
  excel: { import: false, export: true },
});
