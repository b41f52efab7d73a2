import { routes, type RouteEntry } from '../menu.ts';

/** One name of the permission tree; its parent is the name before the last dot. */
export interface PermissionEntry {
  readonly name: string;
  readonly title: string;
  readonly en: string;
  /** Exists for one side only; without it for both. */
  readonly side?: 'host' | 'tenant';
}

type Part = readonly [suffix: string, title: string, en: string];

const writes: readonly Part[] = [
  ['Create', '新增', 'Create'],
  ['Edit', '编辑', 'Edit'],
  ['Delete', '删除', 'Delete'],
];

function group(top: PermissionEntry, parts: readonly Part[] = []): readonly PermissionEntry[] {
  return [top, ...parts.map(([suffix, title, en]) => ({ ...top, name: `${top.name}.${suffix}`, title, en }))];
}

const administration: readonly PermissionEntry[] = [
  { name: 'Pages', title: '页面', en: 'Pages' },
  { name: 'Pages.Administration', title: '系统管理', en: 'Administration' },
  ...group({ name: 'Pages.Administration.Roles', title: '角色', en: 'Roles' }, writes),
  ...group({ name: 'Pages.Administration.Users', title: '用户', en: 'Users' }, [
    ...writes,
    ['ChangePermissions', '修改权限', 'Change permissions'],
    ['Impersonation', '以用户身份登录', 'Sign in as a user'],
    ['Unlock', '解锁', 'Unlock'],
  ]),
  ...group({ name: 'Pages.Administration.Languages', title: '语言', en: 'Languages' }, [
    ...writes,
    ['ChangeTexts', '修改文本', 'Change texts'],
    ['ChangeDefaultLanguage', '修改默认语言', 'Change the default language'],
  ]),
  ...group({ name: 'Pages.Administration.AuditLogs', title: '审计日志', en: 'Audit logs' }, [
    ['Sensitive', '敏感访问记录', 'Accesses to sensitive data'],
  ]),
  ...group({ name: 'Pages.Administration.OrganizationUnits', title: '组织机构', en: 'Organisation units' }, [
    ['ManageOrganizationTree', '管理机构树', 'Manage the tree'],
    ['ManageMembers', '管理成员', 'Manage members'],
    ['ManageRoles', '管理角色', 'Manage roles'],
  ]),
  { name: 'Pages.Administration.UiCustomization', title: '界面定制', en: 'Customise the interface' },
];

const hostOnly: readonly PermissionEntry[] = [
  ...group({ name: 'Pages.Editions', title: '版本', en: 'Editions', side: 'host' }, [
    ...writes,
    ['MoveTenantsToAnotherEdition', '转移租户到其他版本', 'Move tenants to another edition'],
  ]),
  ...group({ name: 'Pages.Tenants', title: '租户', en: 'Tenants', side: 'host' }, [
    ['Create', '新增', 'Create'],
    ['Edit', '编辑', 'Edit'],
    ['ChangeFeatures', '修改功能', 'Change features'],
    ['Delete', '删除', 'Delete'],
    ['Impersonation', '以租户身份登录', 'Sign in to a tenant'],
  ]),
  { name: 'Pages.Administration.Host', title: '平台', en: 'Platform', side: 'host' },
  { name: 'Pages.Administration.Host.Settings', title: '平台设置', en: 'Platform settings', side: 'host' },
  { name: 'Pages.Administration.Host.Maintenance', title: '平台维护', en: 'Maintenance', side: 'host' },
  { name: 'Pages.Administration.Host.Dashboard', title: '平台仪表盘', en: 'Platform dashboard', side: 'host' },
];

const tenantOnly: readonly PermissionEntry[] = [
  { name: 'Pages.Tenant', title: '本租户', en: 'This tenant', side: 'tenant' },
  { name: 'Pages.Tenant.Dashboard', title: '首页看板', en: 'Dashboard', side: 'tenant' },
  { name: 'Pages.Administration.Tenant', title: '租户管理', en: 'Tenant administration', side: 'tenant' },
  { name: 'Pages.Administration.Tenant.Settings', title: '租户设置', en: 'Tenant settings', side: 'tenant' },
  ...group({ name: 'Pages.Basicplatform.Setting', title: '业务设置', en: 'Business settings', side: 'tenant' }, [
    ['Edit', '编辑', 'Edit'],
  ]),
  ...group(
    { name: 'Pages.RemoteMonitoring.PhoneAccess', title: '手机端访问', en: 'Phone page access', side: 'tenant' },
    [['Create', '发送链接', 'Send links']],
  ),
  { name: 'Pages.Administration.Tenant.SubscriptionManagement', title: '订阅管理', en: 'Subscription', side: 'tenant' },
];

/** Names above or beside those that open the groups of the menu. */
const productGroups: readonly PermissionEntry[] = [
  { name: 'Pages.XKH', title: '体检', en: 'Examination' },
  { name: 'Pages.XKH.User', title: '体检报告管理', en: 'Examination reports' },
  { name: 'Pages.DL', title: '干预', en: 'Interventions' },
  { name: 'Pages.user', title: '人员信息', en: 'Persons' },
  { name: 'Pages.StaffManagement', title: '人员管理', en: 'Staff' },
  { name: 'Pages.ReminderInfo', title: '提醒', en: 'Reminders' },
  { name: 'Pages.ProfessionalAssessment', title: '专业评估', en: 'Professional assessment' },
  { name: 'Pages.ChineseMedicine', title: '中医健康管理', en: 'Chinese medicine' },
];

/** Permissions that open a group of the menu, with its title. Those of built pages come from their resources. */
const openGroups = (entries: readonly RouteEntry[]): readonly PermissionEntry[] =>
  entries.flatMap(({ permission, title, en, screen, resource, children = [] }) => [
    ...(typeof permission === 'string' && screen === undefined && resource === undefined
      ? [{ name: permission, title, en }]
      : []),
    ...openGroups(children),
  ]);

const firstOfEach = (entries: readonly PermissionEntry[]): readonly PermissionEntry[] =>
  entries.filter(({ name }, at) => entries.findIndex((other) => other.name === name) === at);

/** Rights that widen what their holder sees instead of opening a call of a resource. */
const dataRights: readonly PermissionEntry[] = [
  {
    name: 'Pages.WatChDataManage.Unmask',
    title: '查看完整证件与联系方式',
    en: 'See full identity and contact data',
    side: 'tenant',
  },
  {
    name: 'Pages.RemoteMonitoring.AbnormalData.HoldCritical',
    title: '观察危急异常',
    en: 'Observe critical cases',
    side: 'tenant',
  },
  { name: 'Pages.WatChDataManage.Device_binds.Claim', title: '补录绑定时间', en: 'Backdate bindings', side: 'tenant' },
  {
    name: 'Pages.WatChDataManage.Device_binds.Backdate',
    title: '补录72小时以前的绑定',
    en: 'Backdate bindings beyond 72 hours',
    side: 'tenant',
  },
  {
    name: 'Pages.WatChDataManage.Commands.Dangerous',
    title: '关机与升级设备',
    en: 'Power off and upgrade devices',
    side: 'tenant',
  },
  {
    name: 'Pages.Basicplatform.Duty.ShortRest',
    title: '放行间隔不足的值班',
    en: 'Allow short rests between shifts',
    side: 'tenant',
  },
  {
    name: 'Pages.CustomerManage.Clients.ForceDelete',
    title: '强制删除客户',
    en: 'Delete clients who still wear devices',
    side: 'tenant',
  },
  {
    name: 'Pages.CustomerManage.Clients.Merge',
    title: '合并客户',
    en: 'Merge files of clients',
    side: 'tenant',
  },
  {
    name: 'Pages.CustomerManage.Import',
    title: '导入客户数据',
    en: 'Import client data',
    side: 'tenant',
  },
  {
    name: 'Pages.WatChDataManage.Devices.Allocate',
    title: '分配设备给租户',
    en: 'Allocate devices to tenants',
    side: 'host',
  },
];

/**
 * The hand-made part of the permission tree, parents before children (a few parents come from a resource and are added
 * before this list is read as a tree). Spelling and case are part of the interface.
 */
export const permissions: readonly PermissionEntry[] = [
  ...firstOfEach([...administration, ...hostOnly, ...tenantOnly, ...productGroups, ...openGroups(routes)]),
  ...dataRights,
];

/** Names that some client programs know instead of ours; they are granted with the name they stand for. */
export const permissionAliases: Readonly<Record<string, string>> = {
  'Pages.Users': 'Pages.Administration.Users',
  'Pages.Users.Activation': 'Pages.Administration.Users.Edit',
  'Pages.Roles': 'Pages.Administration.Roles',
};
