import {
  bool,
  choice,
  choices,
  countOf,
  defineResource,
  defineStates,
  dict,
  file,
  integer,
  json,
  money,
  move,
  text,
} from '@kangmai/resource';
import { weekdays } from '../shared/weekdays.ts';

export const healthServiceStates = defineStates({
  draft: { label: '草稿', en: 'Draft', wire: 0, tone: 'neutral' },
  offered: { label: '已上架', en: 'Offered', wire: 1, tone: 'good' },
  withdrawn: { label: '已下架', en: 'Withdrawn', wire: 2, tone: 'neutral', aside: true },
});

/** Most days ahead on which a service can be booked. */
export const mostDaysAhead = 90;

const offering = { group: '预约规则', groupEn: 'Booking rules' } as const;

/** A service that clients book by day and time range, such as a massage or a vaccination. */
export const healthService = defineResource({
  name: 'healthService',
  title: '健康服务项目',
  en: 'Health services',
  scope: 'tenant',
  permission: 'Pages.HealthService.HealthServices',
  wire: {
    service: 'HealthServices',
    entity: 'HealthServices',
    wrap: false,
    calls: { list: 'GetAll', edit: 'GetHealthServicesForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    title: text({ label: '服务名称', en: 'Title', required: true, max: 60, filter: 'like', example: '中医推拿' }),
    category: dict('health_service_category', { label: '服务分类', en: 'Category', required: true, filter: 'exact' }),
    cover: file({ label: '封面', en: 'Cover', accept: 'image', hint: '上架前须上传', hintEn: 'Needed to offer it' }),
    introduction: text({ label: '服务介绍', en: 'Introduction', required: true, as: 'html', max: 20_000 }),
    provider: text({ label: '服务机构', en: 'Provider', max: 60 }),
    place: text({ label: '服务地点', en: 'Place', max: 100 }),
    price: money({ label: '价格', en: 'Price', min: 0 }),
    minutes: integer({
      label: '服务时长',
      en: 'Minutes',
      min: 5,
      max: 1440,
      default: 60,
      unit: '分钟',
      wire: 'duration',
    }),
    openDays: choices(weekdays, { label: '可约星期', en: 'Open days', ...offering }),
    opensOnHolidays: bool({
      label: '节假日可约',
      en: 'Open on holidays',
      default: false,
      hint: '不选时，法定节假日不开放，调休上班日按通知的星期开放',
      hintEn: 'Otherwise closed on public holidays; make-up workdays follow the weekday of the notice',
      ...offering,
    }),
    timeRanges: json({
      label: '可约时段及名额',
      en: 'Time ranges and places',
      rows: {
        start: text({ label: '开始', en: 'Begin', as: 'clock', required: true, example: '09:00' }),
        end: text({ label: '结束', en: 'End', as: 'clock', required: true, example: '10:00' }),
        capacity: integer({ label: '名额', en: 'Places', required: true, min: 1, max: 1000 }),
      },
      max: 24,
      unique: ['start'],
      ...offering,
    }),
    advanceDays: integer({
      label: '可提前天数',
      en: 'Bookable days ahead',
      min: 0,
      max: mostDaysAhead,
      default: 7,
      unit: '天',
      ...offering,
    }),
    needApprove: bool({ label: '需审核', en: 'Needs approval', default: true, ...offering }),
    state: choice(healthServiceStates, {
      label: '状态',
      en: 'State',
      default: 'draft',
      readonly: true,
      filter: 'exact',
    }),
  },
  counts: { bookingCount: countOf('healthServiceBooking', 'service', { label: '预约数', en: 'Bookings' }) },
  moves: {
    on: 'state',
    offer: move({ label: '上架', en: 'Offer', from: ['draft', 'withdrawn'], to: 'offered', permission: 'Edit' }),
    withdraw: move({
      label: '下架',
      en: 'Withdraw',
      from: ['offered'],
      to: 'withdrawn',
      permission: 'Edit',
      confirm: '下架后不能再预约，已有预约不受影响。确定下架？',
      confirmEn: 'It cannot be booked any more; bookings that are made stay. Withdraw it?',
    }),
  },
  list: {
    columns: ['title', 'category', 'place', 'price', 'minutes', 'openDays', 'needApprove', 'bookingCount', 'state'],
    sort: '-createdAt',
    search: ['title'],
    tabs: 'state',
  },
  display: 'title',
  excel: { import: false, export: false },
});
