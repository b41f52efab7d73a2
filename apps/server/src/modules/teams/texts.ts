import type { Wording } from '../../platform/texts/index.ts';

export const teamTexts: Readonly<Record<string, Wording>> = {
  'care-team.leader': {
    'zh-Hans': '请选择团队长，团队长会成为本团队成员',
    en: 'Choose the leader of the team, who becomes one of its members',
  },
  'care-team.one-leader': {
    'zh-Hans': '每个团队只有一位团队长，请为其他成员选择另外的队内角色',
    en: 'A team has one leader; choose another role for the other members',
  },
  'care-team.in-use': {
    'zh-Hans': '还有 {count} 位客户由该团队服务，不能删除；请先把客户交给其他团队',
    en: '{count} clients are served by this team, so it cannot be deleted; hand them over to another team first',
  },
  'care-team.full': {
    'zh-Hans': '团队「{name}」已有 {count} 位客户，达到签约上限；请选择其他团队，或提高上限',
    en: 'The team {name} has {count} clients, which is its limit; choose another team or raise the limit',
  },
  'care-team.beyond': {
    'zh-Hans': '您看不到该团队的客户，不能更改其成员；请联系管理员',
    en: 'You do not see the clients of this team, so you cannot change its members; ask an administrator',
  },
  'care-team.leads': {
    'zh-Hans': '该用户是某个团队的团队长，不能退出该团队；请先更换团队长',
    en: 'This user leads one of the teams and cannot leave it; choose another leader first',
  },
  'care-team.none-chosen': {
    'zh-Hans': '请选择团队：填写团队列表，或填写一个团队',
    en: 'Choose teams: give a list of them, or one team',
  },
};
