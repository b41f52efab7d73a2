import { bool, choice, defineResource, dict, file, integer, memberOf, text } from '@kangmai/resource';
import { staffRoles } from './role.ts';

/** Staff accounts as other rows refer to them; the accounts themselves are served by the platform's own calls. */
export const user = defineResource({
  name: 'user',
  table: 'app_user',
  title: '用户',
  en: 'Users',
  scope: 'both',
  permission: 'Pages.Administration.Users',
  wire: { service: 'User', entity: 'User', calls: { excel: 'GetUsersToExcel' } },
  fields: {
    userName: text({ label: '用户名', en: 'User name', required: true, max: 256, example: 'zhangsan' }),
    name: text({ label: '名', en: 'Given name', required: true, max: 64, example: '三' }),
    surname: text({ label: '姓', en: 'Surname', max: 64, default: '', example: '张' }),
    fullName: text({ label: '姓名', en: 'Full name', required: true, max: 129, readonly: true }),
    emailAddress: text({ label: '邮箱', en: 'E-mail', required: true, max: 256, example: 'zhangsan@example.com' }),
    phoneNumber: text({ label: '手机号', en: 'Phone number', max: 32, sensitive: 'masked' }),
    isActive: bool({ label: '启用', en: 'Active', default: true }),
    profilePictureId: file({ label: '头像', en: 'Picture', accept: 'image', readonly: true }),
  },
  conditions: {
    role: choice(staffRoles, { label: '角色', en: 'Role' }),
    careTeam: integer({ label: '团队', en: 'Care team' }),
    clinicDepartment: dict('clinic_department', { label: '诊疗科目', en: 'Clinical department' }),
  },
  list: { columns: ['userName', 'fullName'], sort: 'userName', search: ['userName', 'fullName'] },
  display: 'fullName',
  card: ['userName', 'phoneNumber', 'isActive'],
  excel: { import: true, export: true },
  members: {
    roles: memberOf('role', {
      label: '角色',
      en: 'Roles',
      via: { table: 'user_role', row: 'userId', member: 'roleId' },
    }),
    organizationUnits: memberOf('organizationUnit', {
      label: '组织机构',
      en: 'Organisation units',
      via: { table: 'user_organization_unit', row: 'userId', member: 'organizationUnitId' },
    }),
  },
});
