import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'rowTable',
  {
    row: '第{n}行',
    rowColumn: '行',
    tools: '操作',
    add: '添加一行',
    copy: '复制第{n}行',
    up: '上移第{n}行',
    down: '下移第{n}行',
    remove: '删除第{n}行',
    added: '已添加第{n}行',
    removed: '已删除第{n}行',
    moved: '已移到第{n}行',
    keys: '回车到下一行，Alt+↑/↓ 移动行，Ctrl+D 复制行，拖动行号排序',
  },
  {
    row: 'Row {n}',
    rowColumn: 'Row',
    tools: 'Actions',
    add: 'Add a row',
    copy: 'Copy row {n}',
    up: 'Move row {n} up',
    down: 'Move row {n} down',
    remove: 'Remove row {n}',
    added: 'Row {n} was added',
    removed: 'Row {n} was removed',
    moved: 'Moved to row {n}',
    keys: 'Enter goes to the next row, Alt+↑/↓ moves a row, Ctrl+D copies it; drag a row number to reorder',
  },
);
