import type { Wording } from '../../platform/texts/index.ts';

export const bookingTexts: Readonly<Record<string, Wording>> = {
  'booking.past': {
    'zh-Hans': '{field}已过，请选择以后的时间',
    en: 'The time in {field} is over; choose a later one',
  },
  'booking.client-deceased': {
    'zh-Hans': '该客户已登记死亡，不能预约；如系误登记请先更正',
    en: 'The death of this client is recorded, so nothing can be booked; correct it first if that was a mistake',
  },
  'booking.client-away': {
    'zh-Hans': '该客户已结案或迁出，不能预约；请先恢复管理',
    en: 'The care of this client has ended, so nothing can be booked; take the client into care first',
  },
  'booking.doctor-stopped': {
    'zh-Hans': '该医生的账号已停用，请选择其他医生',
    en: 'The account of this doctor is disabled; choose another doctor',
  },
  'booking.shift-stopped': {
    'zh-Hans': '该医生在此时间已停诊，请选择其他时间或其他医生',
    en: 'The doctor does not work at this time any more; choose another time or doctor',
  },
  'booking.doctor-not-open': {
    'zh-Hans': '该医生在此时间没有开放号源，请在空闲号源中选择',
    en: 'The doctor has no open places at this time; choose one of the free places',
  },
  'booking.other-doctor': {
    'zh-Hans': '{field}不是该号源班次的医生，请改正',
    en: '{field} is not the doctor of this shift; correct it',
  },
  'booking.holiday': {
    'zh-Hans': '{day} 为{name}假期，不开放预约；请选择其他日期',
    en: '{day} is a holiday ({name}) without bookings; choose another day',
  },
  'booking.time-range': {
    'zh-Hans': '{field}应写成 09:00-09:30，且结束晚于开始，请改正',
    en: '{field} must read like 09:00-09:30 with the end after the begin; correct it',
  },
  'booking.doctor-or-expert': {
    'zh-Hans': '本机构医生与外部专家只能选择一位，请清空其中一项',
    en: 'Choose an own doctor or an outside expert, not both',
  },
  'booking.same-department': {
    'zh-Hans': '该客户当天在此科室已有预约 {number}，请修改该预约或选择其他日期',
    en: 'The client has the booking {number} in this department on that day: change it, or choose another day',
  },
  'booking.new-state': {
    'zh-Hans': '新预约只能为“待确认”或“已预约”',
    en: 'A new booking waits for confirmation or is booked',
  },
  'booking.call-first': {
    'zh-Hans': '该客户90天内爽约 {count} 次，请先保存为“待确认”，电话确认后再确认预约',
    en: 'The client missed {count} bookings within 90 days: save this one to be confirmed, and confirm it after a call',
  },
  'booking.closed': {
    'zh-Hans': '该预约已办结，不能修改；请另建预约',
    en: 'This booking is closed and cannot be changed; make another one',
  },
  'booking.not-removed': {
    'zh-Hans': '该预约已确认或已办理，不能删除；请先取消预约',
    en: 'This booking is confirmed or was dealt with and stays; cancel it instead',
  },
  'booking.span-too-long': {
    'zh-Hans': '一次最多查询{most}天，请缩短范围',
    en: 'At most {most} days can be asked at once; choose fewer',
  },
  'booking.end-before-begin': {
    'zh-Hans': '结束日期早于开始日期，请改正',
    en: 'The end lies before the begin; correct it',
  },
  'booking.say-what-becomes': {
    'zh-Hans': '该班次已有 {count} 个预约（{names}），请选择改约到其他医生，或取消这些预约',
    en: 'The shift has {count} bookings ({names}): say whether they are moved to another doctor or cancelled',
  },
  'booking.name-other-doctor': {
    'zh-Hans': '请选择改约到哪位医生（不能是停班的医生）',
    en: 'Choose the doctor to whom the bookings are moved, other than the one of this shift',
  },
  'booking.too-few-places': {
    'zh-Hans': '所选医生前后{days}天内的空闲号源不足：{count} 个预约中有 {left} 个无法改约；请选择其他医生，或取消预约',
    en: 'The doctor has too few free places within {days} days before and after: {left} of {count} bookings find none. Choose another doctor, or cancel them',
  },
};
