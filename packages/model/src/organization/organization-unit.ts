import { bool, defineResource, memberOf, ref, text } from '@kangmai/resource';

/** Units of the organisation, above each other; served by the platform's own calls. */
export const organizationUnit = defineResource({
  name: 'organizationUnit',
  title: '组织机构',
  en: 'Organisation units',
  scope: 'both',
  permission: 'Pages.Administration.OrganizationUnits',
  writes: [],
  wire: { service: 'OrganizationUnit', entity: 'OrganizationUnit', calls: {} },
  fields: {
    parent: ref('organizationUnit', { label: '上级机构', en: 'Parent', wire: 'ParentId' }),
    code: text({ label: '机构编码', en: 'Code', required: true, max: 95, readonly: true }),
    displayName: text({ label: '机构名称', en: 'Name', required: true, max: 128 }),
    isShowroom: bool({ label: '是否展厅', en: 'Showroom', default: false }),
  },
  list: { columns: ['displayName', 'code', 'isShowroom'], sort: 'code', search: ['displayName'] },
  display: 'displayName',
  unique: [['parent', 'displayName']],
  tree: { parent: 'parent', code: 'code', levels: 16 },
  members: {
    users: memberOf('user', {
      label: '用户',
      en: 'Users',
      via: { table: 'user_organization_unit', row: 'organizationUnitId', member: 'userId' },
      calls: {
        list: 'GetOrganizationUnitUsers',
        find: 'FindUsers',
        add: 'AddUsersToOrganizationUnit',
        remove: 'RemoveUserFromOrganizationUnit',
        permission: 'ManageMembers',
        shows: ['fullName', 'userName', 'name', 'surname', 'emailAddress', 'profilePictureId', 'isActive'],
        finds: ['fullName', 'userName', 'emailAddress'],
        through: 'organizationUnits',
      },
    }),
    roles: memberOf('role', {
      label: '角色',
      en: 'Roles',
      via: { table: 'organization_unit_role', row: 'organizationUnitId', member: 'roleId' },
      calls: {
        list: 'GetOrganizationUnitRoles',
        find: 'FindRoles',
        add: 'AddRolesToOrganizationUnit',
        remove: 'RemoveRoleFromOrganizationUnit',
        permission: 'ManageRoles',
        shows: ['displayName', 'name'],
        finds: ['displayName', 'name'],
        through: 'organizationUnits',
      },
    }),
  },
});
