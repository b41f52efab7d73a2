import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts(
  'layouts',
  {
    switch: '视图方式',
    table: '表格',
    board: '看板',
    calendar: '日历',
    week: '周',
    byKey: '{word}（按 V 切换）',
    noMove: '“{name}”不能从“{from}”改为“{to}”',
    whichMove: '请选择操作：{name}',
    boardOf: '{title}看板',
  },
  {
    switch: 'Layout',
    table: 'Table',
    board: 'Board',
    calendar: 'Calendar',
    week: 'Week',
    byKey: '{word} (V for the next)',
    noMove: '“{name}” cannot go from “{from}” to “{to}”',
    whichMove: 'Choose what to do: {name}',
    boardOf: '{title} board',
  },
);
