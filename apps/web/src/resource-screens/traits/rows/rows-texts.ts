import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts(
  'rows',
  {
    count: '{n} 行',
    sum: '{label}合计 {total} / {is}',
    total: '{label}合计 {total}',
    duplicate: '{label}与第{row}行重复',
  },
  {
    count: '{n} rows',
    sum: '{label} in all {total} / {is}',
    total: '{label} in all {total}',
    duplicate: '{label} is the same as in row {row}',
  },
);
