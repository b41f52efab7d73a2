import { bool, defineResource, ref, text } from '@kangmai/resource';

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
});
