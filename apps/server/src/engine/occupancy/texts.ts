import type { Wording } from '../../platform/texts/index.ts';

export const occupancyTexts: Readonly<Record<string, Wording>> = {
  'occupancy.taken': {
    'zh-Hans': '{subject}已占用，请选择其他时段或更换{subject}',
    en: '{subject}: taken. Choose another period or another {subject}',
  },
  'occupancy.taken-by': {
    'zh-Hans': '{subject}已被「{name}」占用（{period}），请选择其他时段或更换{subject}',
    en: '{subject}: taken by “{name}” ({period}). Choose another period or another {subject}',
  },
  'slot.full': {
    'zh-Hans': '号源已满或不足：共 {places} 个，剩余 {free} 个，请选择其他时段或减少人数',
    en: 'Too few places: {free} of {places} are free. Choose another time or fewer persons',
  },
  'slot.not-open': {
    'zh-Hans': '该时段未开放预约，请选择已开放的时段',
    en: 'This time is not open for bookings. Choose one that is',
  },
  'slot.below-taken': {
    'zh-Hans': '已有 {taken} 个名额被预约，不能少于该数，请先取消部分预约',
    en: '{taken} places are taken, so there cannot be fewer. Cancel some bookings first',
  },
  'slot.below-taken-by': {
    'zh-Hans': '已有 {taken} 个名额被预约（{names}），不能少于该数，请先取消部分预约',
    en: '{taken} places are taken ({names}), so there cannot be fewer. Cancel some bookings first',
  },
};
