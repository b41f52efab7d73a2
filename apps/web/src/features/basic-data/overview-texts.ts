import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'overview',
  {
    title: '运营概览',
    beds: '床位',
    all: '共 {n} 张，入住率 {share}%',
    noBeds: '还没有床位',
    buildings: '各楼栋入住',
    taken: '入住 {n} / {all} 床',
    noBuildings: '还没有楼栋',
    attention: '需要关注',
    costs: '能源费用',
    read: '抄表录入',
    refresh: '刷新',
  },
  {
    title: 'House overview',
    beds: 'Beds',
    all: '{n} in all, {share}% occupied',
    noBeds: 'There are no beds yet',
    buildings: 'Occupied by building',
    taken: '{n} of {all} beds occupied',
    noBuildings: 'There are no buildings yet',
    attention: 'Needs attention',
    costs: 'Energy costs',
    read: 'Enter readings',
    refresh: 'Refresh',
  },
);
