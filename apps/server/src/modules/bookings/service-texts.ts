import type { Wording } from '../../platform/texts/index.ts';

export const serviceTexts: Readonly<Record<string, Wording>> = {
  'health-service.range-order': {
    'zh-Hans': '结束时间须晚于开始时间，请改正',
    en: 'The end must lie after the begin; correct it',
  },
  'health-service.range-overlap': {
    'zh-Hans': '该时段与第 {row} 个时段重叠，请改正',
    en: 'This range overlaps with range {row}; correct it',
  },
  'health-service.incomplete': {
    'zh-Hans': '上架的服务须有{field}，请先填写',
    en: 'An offered service needs {field}; fill it in first',
  },
  'health-service.has-bookings': {
    'zh-Hans': '该服务还有 {count} 个未完成的预约，不能删除；请先完成或取消这些预约，或改为下架',
    en: 'The service has {count} open bookings and stays: close or cancel them first, or withdraw the service',
  },
  'service-booking.not-offered': {
    'zh-Hans': '该服务未上架，不能预约；请选择其他服务',
    en: 'This service is not offered, so it cannot be booked; choose another one',
  },
  'service-booking.no-range': {
    'zh-Hans': '该服务没有此时段，请选择：{ranges}',
    en: 'The service has no such time range; choose one of {ranges}',
  },
  'service-booking.closed-day': {
    'zh-Hans': '该服务 {day} 不开放，可约：{days}；请选择其他日期',
    en: 'The service is closed on {day}, it is open on {days}; choose another day',
  },
  'service-booking.too-early': {
    'zh-Hans': '该服务最多提前{days}天预约，最晚可约 {last}；请选择更近的日期',
    en: 'The service can be booked {days} days ahead, now until {last}; choose an earlier day',
  },
};
