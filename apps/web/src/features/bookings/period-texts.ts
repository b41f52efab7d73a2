import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'bookingPeriod',
  { period: '预约日期范围', coming: '今天起', past: '以前', all: '全部日期' },
  { period: 'Days of the bookings', coming: 'From today', past: 'Earlier', all: 'All days' },
);
