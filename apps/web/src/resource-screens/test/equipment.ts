import { action, bool, choice, defineChoices, defineResource, id, integer, text } from '@kangmai/resource';

const categories = defineChoices({
  meter: { label: '检测仪', en: 'Meters', wire: 1 },
  watch: { label: '手表', en: 'Watches', wire: 2 },
});

/** A resource made up for these tests, so that no change of the product's definitions breaks them. */
export const equipment = defineResource({
  name: 'equipment',
  title: '设备',
  en: 'Equipment',
  scope: 'tenant',
  scopeRule: { everybody: 'made up for tests' },
  permission: 'Pages.Equipment',
  wire: {
    service: 'Equipment',
    entity: 'Equipment',
    calls: { list: 'GetAll', edit: 'GetForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '名称', en: 'Name', required: true, max: 20, filter: 'like' }),
    code: text({ label: '编码', en: 'Code', required: true, max: 10, fixed: true, filter: 'exact' }),
    category: choice(categories, { label: '大类', en: 'Category', default: 'meter', filter: 'exact' }),
    uses: integer({ label: '使用次数', en: 'Uses', unit: '次', min: 0, max: 100, filter: 'range' }),
    isValid: bool({ label: '启用', en: 'Valid', default: true }),
  },
  list: { columns: ['name', 'code', 'category', 'uses'], sort: 'name', search: ['name'] },
  display: 'name',
  actions: {
    retire: action({
      label: '报废',
      en: 'Retire',
      wire: 'POST Retire',
      permission: 'Edit',
      confirm: '报废后不能再绑定',
      confirmEn: 'It can no longer be bound',
      input: { id: id(), reason: text({ label: '原因', en: 'Reason', required: true, max: 50 }) },
    }),
  },
});

/** A row as the server sends it. */
export const wireRow = (id: number, values: object = {}) => ({
  id,
  rowVersion: 3,
  creationTime: '2026-05-01T00:00:00Z',
  name: `血压计${id}`,
  code: `A${id}`,
  category: 1,
  uses: 5,
  isValid: true,
  ...values,
});
