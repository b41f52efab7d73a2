import {
  bool,
  choices,
  defineChoices,
  defineResource,
  dict,
  idCard,
  integer,
  phone,
  ref,
  text,
} from '@kangmai/resource';
import { examplePerson } from '../shared/person.ts';

export const noticeKinds = defineChoices({
  sos: { label: '求助', en: 'SOS' },
  abnormal: { label: '异常数据', en: 'Abnormal data' },
  fence: { label: '围栏', en: 'Fence' },
  report: { label: '报告', en: 'Report' },
  visit: { label: '随访', en: 'Visit' },
});

export const noticeChannels = defineChoices({
  sms: { label: '短信', en: 'SMS' },
  wechat: { label: '微信', en: 'WeChat' },
  phone: { label: '电话', en: 'Phone' },
});

export const guardianContact = defineResource({
  name: 'guardianContact',
  title: '监护人与联系人',
  en: 'Guardians and contacts',
  scope: 'tenant',
  permission: 'Pages.RemoteMonitoring.Guardians',
  wire: {
    service: 'C_contact',
    entity: 'C_contact',
    wrap: true,
    joins: { clientName: 'client.name', sex: 'client.gender', age: 'client.age' },
    joinFilters: ['clientName'],
    calls: {
      list: 'GetAll',
      edit: 'GetC_contactForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetC_contactsToExcel',
    },
  },
  fields: {
    client: ref('client', {
      label: '客户',
      en: 'Client',
      example: examplePerson.number,
      required: true,
      filter: 'exact',
      wire: 'client_id',
    }),
    name: text({ label: '联系人姓名', en: 'Name', example: '李建国', required: true, max: 30, filter: 'like' }),
    relation: dict('relation', { label: '与客户关系', en: 'Relation', example: '2', required: true }),
    phone: phone({
      label: '手机号',
      en: 'Mobile',
      example: '13900139000',
      required: true,
      sensitive: 'sealed',
      filter: 'exact',
    }),
    certificateNo: idCard({ label: '证件号码', en: 'ID number', sensitive: 'sealed', wire: 'certificate_no' }),
    isGuardian: bool({ label: '是否监护人', en: 'Guardian', default: false, filter: 'exact' }),
    isEmergency: bool({ label: '紧急联系人', en: 'Emergency contact', default: true }),
    sosOrder: integer({ label: '求助拨打顺序', en: 'SOS call order', example: 1, size: 'small', min: 1, max: 5 }),
    noticeKinds: choices(noticeKinds, { label: '接收通知', en: 'Notices wanted', wire: 'notifyKinds' }),
    noticeChannels: choices(noticeChannels, {
      label: '通知方式',
      en: 'Channels',
      default: ['sms'],
      wire: 'notifyChannels',
    }),
    linkedClient: ref('client', { label: '关联客户', en: 'Is also a client', wire: 'linkedClientId' }),
    openId: text({ label: '微信openId', en: 'WeChat open id', max: 64, readonly: true }),
    pushedToWatch: bool({ label: '已下发手表', en: 'Pushed to the watch', default: false, readonly: true }),
    remark: text({ label: '备注', en: 'Remark', max: 200 }),
  },
  list: {
    columns: ['client', 'name', 'relation', 'phone', 'isGuardian', 'isEmergency', 'sosOrder', 'pushedToWatch'],
    sort: 'sosOrder',
    search: ['name', 'phone', 'client'],
  },
  display: 'name',
  scopeRule: { through: 'client' },
  unique: [
    ['client', 'phone'],
    ['client', 'sosOrder'],
  ],
  excel: { import: true, export: true },
});
