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
  'team-role.lead-stays': {
    'zh-Hans': '必须有一个主负责角色；请在另一个角色上选择“主负责角色”',
    en: 'One role always leads; choose this on another role instead',
  },
  'team-role.lead-off': {
    'zh-Hans': '停用的角色不能是主负责角色，请先启用',
    en: 'A role that is switched off cannot lead; switch it on first',
  },
  'team-role.lead-on': {
    'zh-Hans': '主负责角色不能停用，请先把另一个角色设为主负责角色',
    en: 'The role that leads cannot be switched off; let another role lead first',
  },
  'team-role.in-use': {
    'zh-Hans': '还有 {count} 人次担任该角色，请选择另一个接替角色',
    en: '{count} entries of client teams have this role; choose another role that takes over',
  },
  'team-role.other-kind': {
    'zh-Hans': '接替角色须对应相同的系统角色，且不是主负责角色，请重新选择',
    en: 'The role that takes over needs the same role of the system and must not lead; choose another one',
  },
  'client-team.inactive': {
    'zh-Hans': '该员工的账号已停用，请选择其他成员',
    en: 'The account of this person is disabled; choose somebody else',
  },
  'client-team.not-in-role': {
    'zh-Hans': '担任“{role}”的员工须持有对应的系统角色，请选择其他成员',
    en: 'Whom you choose as {role} needs the matching role of the system; choose somebody else',
  },
  'client-team.no-licence': {
    'zh-Hans': '“{role}”须有有效的执业证书，请先在员工代码中登记，或选择其他成员',
    en: '{role} needs a valid licence; enter it with the staff code, or choose somebody else',
  },
  'client-team.not-serving': {
    'zh-Hans': '移交人不在该客户的健康团队中，请重新选择移交人',
    en: 'The person who hands over is not in the team of this client; choose another one',
  },
  'client-team.same-person': {
    'zh-Hans': '接收人不能与移交人相同，请选择其他成员',
    en: 'Choose somebody other than the person who hands over',
  },
};
