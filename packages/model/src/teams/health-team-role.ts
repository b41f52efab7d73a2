import { action, bool, defineResource, integer, ref, text } from '@kangmai/resource';

/** What staff are in the team of a client, such as the health manager who leads it. */
export const healthTeamRole = defineResource({
  name: 'healthTeamRole',
  title: '健康团队角色',
  en: 'Health team roles',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.HealthTeamRole',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'HealthTeamRole',
    entity: 'HealthTeamRole',
    joins: { abpRoleName: 'systemRole.displayName' },
    calls: { list: 'GetAll', edit: 'Get', save: 'CreateOrEdit', excel: 'GetHealthTeamRolesToExcel' },
  },
  fields: {
    name: text({
      label: '角色名称',
      en: 'Role',
      example: '健康管理师',
      required: true,
      max: 30,
      unique: true,
      filter: 'like',
    }),
    systemRole: ref('role', {
      label: '对应系统角色',
      en: 'Role of the system',
      hint: '填写后，只有持有该系统角色的员工可以担任',
      hintEn: 'Only users who hold this role can be chosen',
      wire: 'abpRoleId',
    }),
    duties: text({ label: '职责说明', en: 'Duties', max: 500, rows: 3 }),
    isPrimary: bool({
      label: '主负责角色',
      en: 'Leads the team',
      default: false,
      filter: 'exact',
      hint: '担任者即客户的健康管理师；改选后，原主负责角色自动取消',
      hintEn: 'Who has it is the health manager of the client; choosing another role moves it',
    }),
    needsLicence: bool({
      label: '需执业证书',
      en: 'Needs a licence',
      default: false,
      hint: '担任者的员工代码须有当天有效的执业证书',
      hintEn: 'The staff code of the person needs a licence that is valid today',
      wire: 'needCertificate',
    }),
    sortNo: integer({ label: '排序', en: 'Order', default: 0, min: 0, max: 9999 }),
    isValid: bool({
      label: '是否有效',
      en: 'Valid',
      default: true,
      readonly: true,
      filter: 'exact',
      wire: 'valid',
    }),
  },
  figures: { memberCount: integer({ label: '在任人次', en: 'In this role' }) },
  list: {
    columns: ['name', 'systemRole', 'isPrimary', 'needsLicence', 'sortNo', 'isValid'],
    sort: 'sortNo',
    search: ['name'],
  },
  display: 'name',
  excel: { import: false, export: true },
  actions: {
    updateValid: action({
      label: '启停',
      en: 'Switch',
      wire: 'PUT UpdateValid',
      permission: 'Edit',
      input: {
        id: integer({ label: '记录编号', en: 'Record', required: true, min: 1 }),
        isValid: bool({ label: '是否有效', en: 'Valid', required: true, wire: 'valid' }),
        substitute: ref('healthTeamRole', {
          label: '接替角色',
          en: 'Role that takes over',
          only: { isValid: true },
          hint: '停用时仍有人担任该角色的，须选择接替角色',
          hintEn: 'Needed to switch off a role that somebody has',
          wire: 'substituteId',
        }),
      },
    }),
  },
});
