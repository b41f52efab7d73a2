import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'commonDictionaries',
  {
    catalogues: '目录',
    find: '查找上级',
    all: '全部目录',
    none: '没有符合的上级',
    regions: '省、市、县由平台内置，不在列表中；这里维护街道、乡镇与社区、村。',
  },
  {
    catalogues: 'Catalogues',
    find: 'Find a parent',
    all: 'All catalogues',
    none: 'No such parent',
    regions: 'Provinces, cities and counties are built in and not listed; streets, towns and villages are kept here.',
  },
);
