import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'careTeams',
  {
    clients: '客户 {count} / {limit}',
    members: '成员 {count} 人',
    off: '已停用',
    full: '已达上限',
    none: '暂无团队，可点击“新增”建立',
    leader: '团队长：',
  },
  {
    clients: '{count} of {limit} clients',
    members: '{count} members',
    off: 'Not in use',
    full: 'Full',
    none: 'There are no teams yet; add one',
    leader: 'Leader: ',
  },
);
