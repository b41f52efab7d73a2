import { bool, defineResource, integer, ref, text } from '@kangmai/resource';

/** What is repaired, in two levels, and how soon. */
export const maintenanceCategory = defineResource({
  name: 'maintenanceCategory',
  title: '维修类别',
  en: 'Maintenance categories',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Maintenance',
  wire: {
    service: 'MaintenanceCategories',
    entity: 'MaintenanceCategory',
    wrap: true,
    joins: { parentName: 'parent.name', providerName: 'provider.name' },
    calls: { list: 'GetAll', edit: 'GetMaintenanceCategoryForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '类别名称', en: 'Name', required: true, max: 40, unique: true, filter: 'like' }),
    parent: ref('maintenanceCategory', { label: '上级', en: 'Parent', filter: 'exact', wire: 'parentId' }),
    code: text({ label: '编码', en: 'Code', required: true, readonly: true, max: 95 }),
    responseHours: integer({ label: '响应时限', en: 'Response', min: 1, max: 168, default: 4, unit: '小时' }),
    finishHours: integer({ label: '完成时限', en: 'Finish', min: 1, max: 720, default: 48, unit: '小时' }),
    provider: ref('provider', { label: '默认维修商', en: 'Default provider', index: true, wire: 'providerId' }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  pairs: [['responseHours', 'finishHours']],
  list: {
    columns: ['name', 'parent', 'responseHours', 'finishHours', 'provider', 'isEnabled'],
    sort: 'code',
    search: ['name'],
  },
  display: 'name',
  tree: { parent: 'parent', code: 'code', levels: 2 },
});
