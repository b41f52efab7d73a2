import { action, bool, date, defineResource, dict, id, ref } from '@kangmai/resource';

/** A client as a member of the only family to which the client belongs. */
export const familyMember = defineResource({
  name: 'familyMember',
  title: '家庭成员',
  en: 'Family members',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Clients',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'ClientFamily',
    entity: 'ClientFamily',
    joins: {
      familyName: 'family.familyName',
      clientName: 'client.name',
      sex: 'client.gender',
      age: 'client.age',
    },
    calls: { list: 'GetAll', edit: 'GetClientFamilyForEdit', save: 'CreateOrEdit' },
  },
  fields: {
    family: ref('family', {
      label: '家庭',
      en: 'Family',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'familyId',
    }),
    client: ref('client', {
      label: '成员',
      en: 'Member',
      required: true,
      fixed: true,
      unique: true,
      filter: 'exact',
      wire: 'clientId',
    }),
    relation: dict('relation', {
      label: '与户主关系',
      en: 'Relation to the head',
      example: '1',
      required: true,
      filter: 'exact',
      wire: 'relationToHead',
    }),
    canViewData: bool({
      label: '可查看家人健康数据',
      en: 'May see health data of the family',
      default: false,
      hint: '须每位成年家人已签署“家庭成员共享”同意',
      hintEn: 'Every adult of the family must have agreed to sharing with the family',
    }),
    joinedOn: date({ label: '加入日期', en: 'Joined', limit: 'past', start: 'today', wire: 'joinDate' }),
  },
  list: {
    columns: ['family', 'client', 'relation', 'canViewData', 'joinedOn'],
    sort: 'joinedOn',
    search: ['client'],
  },
  display: 'client',
  scopeRule: { through: 'client' },
  actions: {
    leave: action({
      label: '移出',
      en: 'Remove',
      wire: 'POST Leave',
      permission: 'Edit',
      input: { id: id() },
      confirm: '确定将该成员移出家庭？该客户的资料会保留。',
      confirmEn: 'Remove this member from the family? The file of the client stays.',
    }),
  },
  excel: { import: false, export: false },
});
