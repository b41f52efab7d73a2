import { bool, choice, decimal, defineChoices, defineResource, integer, money, text } from '@kangmai/resource';

const worked = {
  schedule: { label: '排班班次', en: 'Shift', tone: 'info' },
  duty: { label: '值班', en: 'Duty', tone: 'good' },
  outpatient: { label: '门诊班', en: 'Clinic', tone: 'info' },
  home: { label: '上门', en: 'Home visits', tone: 'info' },
  video: { label: '视频', en: 'Video', tone: 'info' },
  callcenter: { label: '话务', en: 'Call centre', tone: 'info' },
} as const;

/** Kinds on which somebody works. */
export const workKinds = defineChoices(worked);

export const dutyKinds = defineChoices({
  ...worked,
  rest: { label: '休息', en: 'Rest', tone: 'neutral' },
  leave: { label: '请假', en: 'Leave', tone: 'neutral' },
});

export type DutyKind = (typeof dutyKinds.names)[number];

/** Kinds on which nobody works. */
export const idleKinds = ['rest', 'leave'] as const satisfies readonly DutyKind[];

export const workedKinds = [
  'schedule',
  'duty',
  'outpatient',
  'home',
  'video',
  'callcenter',
] as const satisfies readonly DutyKind[];

/** Kinds that have places for bookings. */
export const bookedKinds = ['outpatient', 'home', 'video'] as const satisfies readonly DutyKind[];

/** Kinds of which alarms reach the person. */
export const alarmKinds = ['schedule', 'duty'] as const satisfies readonly DutyKind[];

/** Kinds of shifts with their clocks; shifts keep the times that they were made with. */
export const dutyType = defineResource({
  name: 'dutyType',
  title: '值班与排班类型',
  en: 'Duty types',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Duty',
  wire: {
    service: 'DutyTypes',
    entity: 'DutyType',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetDutyTypeForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    kind: choice(dutyKinds, { label: '类别', en: 'Kind', required: true, default: 'schedule', filter: 'exact' }),
    name: text({ label: '名称', en: 'Name', required: true, max: 30, unique: true, filter: 'like' }),
    shortName: text({
      label: '简称',
      en: 'Short name',
      example: '白',
      required: true,
      max: 4,
      hint: '月历上显示，最多 4 个字',
      hintEn: 'Shown in the calendar, at most 4 characters',
    }),
    begins: text({ label: '开始时间', en: 'Begins', as: 'clock', required: true, wire: 'startTime' }),
    ends: text({
      label: '结束时间',
      en: 'Ends',
      as: 'clock',
      required: true,
      hint: '不晚于开始时间的为次日；与开始时间相同为24小时',
      hintEn: 'Not after the begin means the next day; equal to it means 24 hours',
      wire: 'endTime',
    }),
    endsNextDay: bool({ label: '跨天', en: 'Ends next day', readonly: true, wire: 'crossDay' }),
    restMinutes: integer({
      label: '休息时长',
      en: 'Break',
      size: 'small',
      default: 0,
      min: 0,
      max: 240,
      unit: '分钟',
    }),
    workHours: decimal({ label: '工时', en: 'Hours', digits: [4, 1], unit: '小时', readonly: true }),
    colour: text({ label: '颜色', en: 'Colour', as: 'colour', required: true, wire: 'color' }),
    slotMinutes: integer({
      label: '号源间隔',
      en: 'Minutes a slot',
      size: 'small',
      default: 15,
      min: 5,
      max: 240,
      unit: '分钟',
      hint: '门诊、上门和视频班次发布后按此开放号源',
      hintEn: 'Clinic, home and video shifts open their places by it when they are published',
    }),
    capacityPerSlot: integer({
      label: '每段号数',
      en: 'Places a slot',
      size: 'small',
      default: 1,
      min: 0,
      max: 50,
    }),
    allowance: money({ label: '补贴', en: 'Allowance', default: 0, min: 0 }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  pairs: [['begins', 'ends']],
  list: {
    columns: [
      'kind',
      'name',
      'shortName',
      'begins',
      'ends',
      'endsNextDay',
      'restMinutes',
      'workHours',
      'colour',
      'slotMinutes',
      'capacityPerSlot',
      'allowance',
      'isEnabled',
    ],
    sort: ['kind', 'begins'],
    search: ['name', 'shortName'],
  },
  display: 'name',
  doors: [
    {
      service: 'DutyType',
      entity: 'DutyType',
      wrap: false,
      permission: 'Pages.StaffManagement.Scheduling',
      calls: { list: 'GetPagedAll', get: 'Get', save: 'CreateOrEdit', remove: 'Delete' },
      fields: { isEnabled: 'valid' },
    },
  ],
  card: ['kind', 'begins', 'ends', 'workHours'],
});
