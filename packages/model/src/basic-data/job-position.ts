import { bool, choice, choices, countOf, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';
import { paperKinds } from './paper-kinds.ts';

export const positionCategories = defineChoices({
  manage: { label: '管理', en: 'Management' },
  medical: { label: '医疗', en: 'Medical' },
  nursing: { label: '护理', en: 'Nursing' },
  social: { label: '社工', en: 'Social work' },
  logistics: { label: '后勤', en: 'Logistics' },
  sale: { label: '销售', en: 'Sales' },
  other: { label: '其他', en: 'Other' },
});

export const jobPosition = defineResource({
  name: 'jobPosition',
  title: '岗位信息',
  en: 'Positions',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Position',
  wire: {
    service: 'Positions',
    entity: 'Position',
    wrap: true,
    joins: { roleName: 'role.displayName' },
    calls: {
      list: 'GetAll',
      edit: 'GetPositionForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetPositionsToExcel',
    },
  },
  fields: {
    name: text({ label: '岗位名称', en: 'Name', example: '护理员', required: true, max: 40, filter: 'like' }),
    code: text({
      label: '岗位编码',
      en: 'Code',
      example: 'HL01',
      required: true,
      max: 20,
      plain: true,
      unique: true,
      filter: 'exact',
    }),
    category: choice(positionCategories, { label: '岗位类别', en: 'Category', required: true, filter: 'exact' }),
    duty: text({ label: '岗位职责', en: 'Duties', max: 1000, rows: 4 }),
    neededPapers: choices(paperKinds, { label: '必备证书', en: 'Papers needed', wire: 'needCertificate' }),
    headcount: integer({ label: '编制人数', en: 'Headcount', unit: '人', min: 0, max: 9999 }),
    role: ref('role', { label: '默认角色', en: 'Default role', wire: 'roleId' }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  counts: {
    personCount: countOf('staffMember', 'position', {
      label: '在岗人数',
      en: 'Staff',
      where: { state: ['active', 'onLeave'] },
    }),
  },
  list: {
    columns: ['code', 'name', 'category', 'neededPapers', 'headcount', 'personCount', 'role', 'isEnabled'],
    sort: 'code',
    search: ['name', 'code'],
  },
  display: 'name',
  excel: { import: true, export: true },
});
