import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'week',
  { place: '{day} {time}', create: '{day}：在空闲时段新增', today: '今天', rest: '还有 {n} 条' },
  { place: '{day} {time}', create: '{day}: add at a free hour', today: 'Today', rest: '{n} more' },
);
