import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts(
  'members',
  {
    addedAt: '加入时间',
    actions: '操作',
    takeOut: '移出',
    takeOutOf: '移出{name}',
    takeOutAsk: '将{name}移出“{row}”？',
    takenOut: '已移出',
    addTo: '添加{what}到“{row}”',
    find: '搜索{fields}',
    add: '添加 {n} 项',
    added: '已添加',
    total: '共 {n} 项',
    noCandidates: '没有可添加的项',
  },
  {
    addedAt: 'Added',
    actions: 'Actions',
    takeOut: 'Remove',
    takeOutOf: 'Remove {name}',
    takeOutAsk: 'Remove {name} from “{row}”?',
    takenOut: 'Removed',
    addTo: 'Add to “{row}”: {what}',
    find: 'Search: {fields}',
    add: 'Add {n}',
    added: 'Added',
    total: '{n} in all',
    noCandidates: 'Nothing left to add',
  },
);
