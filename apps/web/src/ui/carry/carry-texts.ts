import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'carry',
  {
    keys: '方向键选择，空格或回车拿起，方向键移动，回车放下，Esc 放回；按 O 打开',
    taken: '已拿起 {name}，现在在 {place}',
    put: '{name} 放到 {place}',
    left: '{name} 已放回',
    stays: '{name} 不能移动',
  },
  {
    keys: 'Arrows choose, Space or Enter picks up, arrows move, Enter drops, Esc puts back; O opens',
    taken: '{name} picked up, at {place}',
    put: '{name} dropped at {place}',
    left: '{name} put back',
    stays: '{name} cannot be moved',
  },
);
