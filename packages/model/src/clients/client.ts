import {
  action,
  bool,
  choices,
  countOf,
  defineResource,
  idCard,
  integer,
  ref,
  refs,
  technical,
  text,
} from '@kangmai/resource';
import { ruleTags } from '../shared/rule-tags.ts';
import { transferTeam } from './transfer-team.ts';
import { accountFields } from './client-account.ts';
import { addressFields, careFields } from './client-address-care.ts';
import { identityFields } from './client-identity.ts';
import { clientMoves, serviceFields } from './client-service.ts';

export const client = defineResource({
  name: 'client',
  title: '客户',
  en: 'Clients',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Clients',
  wire: {
    service: 'C_client',
    entity: 'C_client',
    wrap: true,
    joins: {
      organizationUnitName: 'organizationUnit.displayName',
      healthManagerName: 'healthManager.fullName',
      doctorName: 'doctor.fullName',
      teamName: 'team.name',
      channelName: 'knowingChannel.name',
      introducerName: 'introducer.name',
    },
    calls: {
      paged: 'GetPagedAll',
      edit: 'GetC_clientForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetC_clientsToExcel',
    },
  },
  fields: {
    ...identityFields,
    ...addressFields,
    ...careFields,
    riskTags: choices(ruleTags, {
      label: '判定人群',
      en: 'Groups with their own limits',
      readonly: true,
      filter: 'in',
      hint: '由标签得出',
      hintEn: 'They follow from the tags',
      group: '照护',
      groupEn: 'Care',
      wire: 'ruleTags',
    }),
    ...serviceFields,
    ...accountFields,
  },
  conditions: {
    mine: bool({ label: '我负责', en: 'In my care' }),
    inCareOf: ref('user', { label: '负责人', en: 'In the care of' }),
    soleCareOf: ref('user', { label: '唯一负责人', en: 'In the care of nobody but' }),
    family: ref('family', { label: '所属家庭', en: 'Family', wire: 'FamilyIdFilter' }),
    tag: ref('tag', { label: '标签', en: 'Tag', wire: 'TagIdFilter' }),
    hasDevice: bool({ label: '佩戴设备', en: 'Wears a device' }),
    abnormalToday: bool({ label: '今日异常', en: 'Abnormal today' }),
  },
  counts: {
    deviceCount: countOf('deviceBinding', 'client', {
      label: '设备数',
      en: 'Devices',
      where: { relation: ['wearer'], state: ['active', 'paused'] },
    }),
    openCases: countOf('abnormalCase', 'client', {
      label: '未处理异常',
      en: 'Open cases',
      where: { state: ['open', 'claimed', 'inProgress'] },
    }),
  },
  figures: {
    familyId: integer({ label: '家庭编号', en: 'Id of the family', size: 'big', ...technical }),
    familyName: text({ label: '所属家庭', en: 'Family', max: 60 }),
  },
  pairs: [
    ['certificateType', 'certificateNo'],
    ['longitude', 'latitude'],
    ['height', 'weight'],
  ],
  list: {
    columns: [
      'archiveNo',
      'name',
      'gender',
      'age',
      'phone',
      'certificateNo',
      'riskTags',
      'earlyWarning',
      'organizationUnit',
      'healthManager',
      'doctor',
      'team',
      'isVip',
      'serviceState',
      'state',
    ],
    sort: '-createdAt',
    search: ['name', 'initials', 'phone', 'certificateNo'],
    views: {
      mine: { label: '我的', en: 'Mine', filter: { mine: true } },
      abnormalToday: { label: '今日异常', en: 'Abnormal today', filter: { abnormalToday: true } },
      withoutDevice: { label: '未绑定设备', en: 'Without device', filter: { hasDevice: false } },
    },
  },
  display: 'name',
  card: ['age', 'phone', 'organizationUnit', 'state'],
  scopeRule: {
    own: ['healthManager', 'doctor'],
    team: 'team',
    unit: 'organizationUnit',
    // Staff who serve the client today see the client.
    linked: {
      by: 'clientTeamMember',
      field: 'client',
      when: {},
      named: { user: 'user', from: 'startsOn', to: 'endsOn' },
    },
  },
  excel: { import: true, export: true },
  actions: {
    checkUserExist: action({
      label: '查重',
      en: 'Look for the same person',
      wire: 'POST CheckUserExist',
      permission: 'read',
      input: {
        name: text({ label: '姓名', en: 'Name', required: true, max: 50 }),
        certificateNo: idCard({
          label: '证件号码',
          en: 'ID number',
          required: true,
          sensitive: 'sealed',
          wire: 'certificate_no',
        }),
      },
    }),
    setTags: action({
      label: '标签',
      en: 'Tags',
      wire: 'POST SetTags',
      permission: 'Edit',
      many: true,
      input: {
        clients: refs('client', { label: '客户', en: 'Clients', required: true, wire: 'clientIds' }),
        addTags: refs('tag', { label: '添加标签', en: 'Add', wire: 'addTagIds' }),
        removeTags: refs('tag', { label: '移除标签', en: 'Remove', wire: 'removeTagIds' }),
      },
    }),
    batchAssign: action({
      label: '批量分配',
      en: 'Hand over',
      wire: 'POST BatchAssign',
      permission: 'Edit',
      many: true,
      confirm: '确定把所选客户交给新的负责人？',
      confirmEn: 'Hand the selected clients over to somebody else?',
      input: {
        clients: refs('client', { label: '客户', en: 'Clients', required: true, wire: 'clientIds' }),
        healthManager: ref('user', {
          label: '健康管理师',
          en: 'Health manager',
          only: { role: 'healthManager' },
          wire: 'healthManagerId',
        }),
        doctor: ref('user', {
          label: '责任医生',
          en: 'Doctor in charge',
          only: { role: 'doctor' },
          wire: 'doctorId',
        }),
        team: ref('careTeam', { label: '服务团队', en: 'Care team', wire: 'teamId' }),
        organizationUnit: ref('organizationUnit', {
          label: '所属机构',
          en: 'Organisation unit',
          wire: 'organizationUnitId',
        }),
      },
    }),
    transferTeam,
  },
  moves: clientMoves,
});
