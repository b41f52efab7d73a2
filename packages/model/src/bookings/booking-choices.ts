import { choice, defineChoices, ref, text } from '@kangmai/resource';

export const appointmentTypes = defineChoices({
  consult: { label: '健康咨询', en: 'Consultation' },
  video: { label: '视频问诊', en: 'Video consultation' },
  homeVisit: { label: '上门服务', en: 'Home visit', wire: 'homevisit' },
  checkup: { label: '健康检测', en: 'Check-up' },
  tcm: { label: '中医理疗', en: 'TCM therapy' },
  exam: { label: '体检', en: 'Examination' },
});

export const visitTypes = defineChoices({
  first: { label: '初诊', en: 'First visit' },
  again: { label: '复诊', en: 'Return visit' },
  expert: { label: '专家门诊', en: 'Expert clinic' },
  green: { label: '绿色通道', en: 'Priority' },
});

export const bookingSources = defineChoices({
  app: { label: '手机端', en: 'Phone' },
  phone: { label: '电话', en: 'Call' },
  staff: { label: '员工代约', en: 'Staff' },
  callCentre: { label: '呼叫中心', en: 'Call centre', wire: 'callcenter' },
});

/** States in which a booking waits for its time. */
export const openBookingStates = ['waiting', 'booked'] as const;

/** What a client and a clinic have in common with every booking. */
export const clientOfBooking = ref('client', {
  label: '客户',
  en: 'Client',
  required: true,
  fixed: true,
  filter: 'exact',
  wire: 'userId',
});

export const shiftOfBooking = ref('shift', {
  label: '号源班次',
  en: 'Shift',
  filter: 'exact',
  hint: '留空则按医生和时间查找',
  hintEn: 'Found by doctor and time when empty',
  wire: 'scheduleSlotId',
});

export const sourceOfBooking = choice(bookingSources, { label: '来源', en: 'Origin', default: 'staff' });

const reason = { label: '取消原因', en: 'Reason of cancellation', max: 200 } as const;
export const cancelReason = text({ ...reason, readonly: true });
export const askedCancelReason = text({ ...reason, required: true, min: 2, rows: 3 });
