import { defineChoices } from '@kangmai/resource';

/** Monday is 1. */
export const weekdays = defineChoices({
  mon: { label: '周一', en: 'Monday', wire: 1 },
  tue: { label: '周二', en: 'Tuesday', wire: 2 },
  wed: { label: '周三', en: 'Wednesday', wire: 3 },
  thu: { label: '周四', en: 'Thursday', wire: 4 },
  fri: { label: '周五', en: 'Friday', wire: 5 },
  sat: { label: '周六', en: 'Saturday', wire: 6 },
  sun: { label: '周日', en: 'Sunday', wire: 7 },
});
