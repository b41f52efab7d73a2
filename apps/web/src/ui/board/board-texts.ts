import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'board',
  {
    more: '更多（还有 {n} 条）',
    moreOf: '{title}：更多（还有 {n} 条）',
    none: '暂无',
    here: '放到这里',
    loading: '正在加载',
  },
  { more: 'More ({n} left)', moreOf: '{title}: more ({n} left)', none: 'None', here: 'Drop here', loading: 'Loading' },
);
