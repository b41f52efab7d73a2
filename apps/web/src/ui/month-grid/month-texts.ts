import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'month',
  { rest: '还有 {n} 条', restOf: '{day}：还有 {n} 条', today: '今天', count: '{day}，{n} 条', off: '休', worked: '班' },
  {
    rest: '{n} more',
    restOf: '{day}: {n} more',
    today: 'Today',
    count: '{day}, {n} entries',
    off: 'Off',
    worked: 'On',
  },
);
