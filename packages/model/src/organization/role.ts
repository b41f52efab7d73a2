import { bool, choice, defineChoices, defineResource, names, text } from '@kangmai/resource';

export const dataScopes = defineChoices({
  all: { label: '全部', en: 'All' },
  unit: { label: '本机构及下级', en: 'Own units and those below' },
  team: { label: '本团队', en: 'Own teams' },
  own: { label: '本人', en: 'Own' },
});

/** The roles that every tenant has, by their internal names. */
export const staffRoles = defineChoices({
  admin: { label: '管理员', en: 'Administrator', wire: 'Admin' },
  healthManager: { label: '健康管理师', en: 'Health manager', wire: 'HealthManager' },
  doctor: { label: '医生', en: 'Doctor', wire: 'Doctor' },
  nurse: { label: '护理人员', en: 'Care staff', wire: 'Nurse' },
  corporateAdmin: { label: '企业管理员', en: 'Enterprise administrator', wire: 'CorporateAdmin' },
  corporateHead: { label: '企业负责人', en: 'Enterprise head', wire: 'CorporateHead' },
  corporateDepartmentAdmin: {
    label: '企业部门管理员',
    en: 'Enterprise department administrator',
    wire: 'CorporateDepartmentAdmin',
  },
  corporateDoctor: { label: '企业医生', en: 'Enterprise doctor', wire: 'CorporateDoctor' },
});

/** Roles of staff; served by the platform's own calls. */
export const role = defineResource({
  name: 'role',
  table: 'app_role',
  title: '角色',
  en: 'Roles',
  scope: 'both',
  permission: 'Pages.Administration.Roles',
  writes: [],
  wire: { service: 'Role', entity: 'Role', calls: {} },
  fields: {
    name: text({ label: '内部名称', en: 'Internal name', required: true, max: 64 }),
    displayName: text({ label: '角色名称', en: 'Role name', required: true, max: 64 }),
    description: text({ label: '描述', en: 'Description', max: 500 }),
    isStatic: bool({ label: '系统角色', en: 'Role of the system', default: false, readonly: true }),
    isDefault: bool({ label: '默认角色', en: 'Default role', default: false }),
    dataScope: choice(dataScopes, { label: '数据范围', en: 'Data scope', default: 'own' }),
  },
  list: { columns: ['displayName', 'name', 'dataScope'], sort: 'displayName', search: ['displayName', 'name'] },
  display: 'displayName',
  members: {
    permissions: names('permission', {
      label: '权限',
      en: 'Permissions',
      via: { table: 'role_permission', row: 'roleId', member: 'permission' },
    }),
  },
});
