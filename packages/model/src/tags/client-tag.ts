import { choice, date, defineChoices, defineResource, ref } from '@kangmai/resource';

export const clientTagModes = defineChoices({
  manual: { label: '手工', en: 'By hand' },
  auto: { label: '规则自动', en: 'By rule', tone: 'info' },
  excluded: { label: '已排除', en: 'Excluded', tone: 'neutral' },
});

/** A tag of a client. A user removed an excluded one by hand, and its rule does not set it again. */
export const clientTag = defineResource({
  name: 'clientTag',
  title: '客户标签',
  en: 'Tags of clients',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Clients',
  writes: [],
  wire: {
    service: 'ClientTag',
    entity: 'ClientTag',
    joins: {
      tagName: 'tag.name',
      color: 'tag.color',
      category: 'tag.category',
      clientName: 'client.name',
      sex: 'client.gender',
      age: 'client.age',
    },
    calls: { list: 'GetAll' },
  },
  fields: {
    tag: ref('tag', { label: '标签', en: 'Tag', required: true, fixed: true, filter: 'exact', wire: 'tagId' }),
    client: ref('client', {
      label: '客户',
      en: 'Client',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'clientId',
    }),
    mode: choice(clientTagModes, { label: '来源', en: 'Origin', required: true, filter: 'in' }),
    endsOn: date({ label: '到期日期', en: 'Ends on', index: true }),
  },
  unique: [['tag', 'client']],
  list: { columns: ['client', 'tag', 'mode', 'endsOn'], sort: '-createdAt', search: ['client'] },
  display: 'tag',
  scopeRule: { through: 'client' },
  excel: { import: false, export: false },
});
