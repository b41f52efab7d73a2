import type { Wording } from '../../platform/texts/index.ts';

export const approvalTexts: Readonly<Record<string, Wording>> = {
  'application.licence-ended': {
    'zh-Hans': '{field}已过，请先办理延续，填写新的有效期',
    en: '{field} is past; renew the licence and enter its new last day',
  },
  'application.licence-missing': {
    'zh-Hans': '医生、护士和中医师须填写{field}',
    en: '{field} is required for doctors and nurses',
  },
  'application.other-person': {
    'zh-Hans': '申请的{field}与该客户不一致，请核对后选择本人，或先更正有误的一方',
    en: '{field} of the application is not that of the client file; choose the file of this person, or correct one of them first',
  },
  'application.examined': {
    'zh-Hans': '{who}已于{when}审核该申请（{state}），请刷新后查看',
    en: '{who} examined this application at {when} ({state}); refresh to see it',
  },
  'application.account-exists': {
    'zh-Hans': '该邮箱已有账号，请在“系统账号”中选择该账号后再通过',
    en: 'An account has this e-mail address; choose it under “User account”',
  },
  'application.account-inactive': {
    'zh-Hans': '该账号已停用，请先启用账号，或选择其他账号',
    en: 'This account is not active; activate it first, or choose another',
  },
  'application.account-taken': {
    'zh-Hans': '该账号已属于{name}的申请，请选择其他账号',
    en: 'This account belongs to the application of {name}; choose another',
  },
  'application.role-unknown': {
    'zh-Hans': '没有适合该用户类型的系统角色，请在“系统角色”中选择',
    en: 'No role fits this kind; choose one under “Role of the system”',
  },
  'application.role-beyond': {
    'zh-Hans': '该角色的权限超出您自己的权限，请选择其他角色或由管理员审核',
    en: 'This role has more rights than you; choose another, or ask an administrator to approve',
  },
  'application.busy': {
    'zh-Hans': '{name}名下还有 {count} 项排班或预约（最早{day}），请先改派再停用',
    en: '{count} shifts or bookings of {name} are open (the first on {day}); hand them over first',
  },
  'application.closed': {
    'zh-Hans': '本机构未开放在线申请，请联系机构管理人员',
    en: 'Applications are closed here; ask the administrators of the organisation',
  },
  'application.house-code': {
    'zh-Hans': '注册码不正确，请向机构索取最新的注册码',
    en: 'The registration code is wrong; ask the organisation for the present one',
  },
  'application.approved-stays': {
    'zh-Hans': '该申请已通过审核，不能修改；请在员工代码中更正，或先停用',
    en: 'This application was approved and cannot be changed; correct the staff code instead, or stop it first',
  },
  'application.not-removed': {
    'zh-Hans': '该申请已通过审核，不能删除；请改为停用',
    en: 'This application was approved and stays; stop it instead',
  },
  'application.exists': {
    'zh-Hans': '该手机号已有申请（{state}）；被驳回的申请请用“重新提交”',
    en: 'This number has an application ({state}); a refused one is sent again by “Resubmit”',
  },
  'application.none': {
    'zh-Hans': '该手机号还没有申请，请填写新的申请',
    en: 'This number has no application; fill in a new one',
  },
  'application.agree': {
    'zh-Hans': '请先阅读并同意个人信息的使用说明',
    en: 'Read and accept how personal data is used first',
  },
  'application.picture': {
    'zh-Hans': '{field}应为 JPG 或 PNG 图片，每张不超过 600 KB，最多 6 张',
    en: '{field} must be JPG or PNG pictures of at most 600 KB each, six at most',
  },
  'doctor.busy': {
    'zh-Hans': '{name}还有 {count} 项未完成的预约（最早{day}），请先改派再停用',
    en: '{count} bookings of {name} are open (the first on {day}); hand them over first',
  },
};
