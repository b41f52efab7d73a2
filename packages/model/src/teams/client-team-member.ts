import { date, defineResource, ref } from '@kangmai/resource';

/** Who serves a client, in which role, from day to day. */
export const clientTeamMember = defineResource({
  name: 'clientTeamMember',
  title: '客户健康团队',
  en: 'Health teams of clients',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Clients',
  wire: {
    service: 'HealthTeamUser',
    entity: 'HealthTeamUser',
    joins: { roleName: 'role.name', userName: 'user.fullName' },
    calls: { list: 'GetAll', edit: 'Get', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    client: ref('client', {
      label: '客户',
      en: 'Client',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'clientId',
    }),
    role: ref('healthTeamRole', {
      label: '团队角色',
      en: 'Team role',
      required: true,
      only: { isValid: true },
      filter: 'exact',
      wire: 'roleId',
    }),
    user: ref('user', { label: '成员', en: 'Staff member', required: true, filter: 'exact', wire: 'userId' }),
    startsOn: date({
      label: '开始日期',
      en: 'From',
      hint: '留空为今天',
      hintEn: 'Today when left empty',
      start: 'today',
      filter: 'range',
      wire: 'startTime',
    }),
    endsOn: date({
      label: '结束日期',
      en: 'To',
      hint: '当天仍可查看客户，次日起不能',
      hintEn: 'The client is seen on this day, and no longer on the next',
      filter: 'range',
      wire: 'endTime',
    }),
  },
  noOverlap: { within: ['client', 'role', 'user'], from: 'startsOn', to: 'endsOn' },
  list: {
    columns: ['client', 'role', 'user', 'startsOn', 'endsOn'],
    sort: '-startsOn',
    search: ['client', 'user'],
  },
  display: 'user',
  scopeRule: { through: 'client' },
});
