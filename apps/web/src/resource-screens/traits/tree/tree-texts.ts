import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts(
  'tree',
  {
    all: '全部',
    name: '{name}：树',
    find: '搜索名称',
    none: '没有符合条件的项',
    top: '最上级',
    move: '将“{name}”及其下级移动到“{parent}”之下？',
  },
  {
    all: 'All',
    name: 'Tree of {name}',
    find: 'Search names',
    none: 'Nothing has this name',
    top: 'the top',
    move: 'Move “{name}” with what is below it under “{parent}”?',
  },
);
