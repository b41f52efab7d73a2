import {
  action,
  bool,
  choice,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  integer,
  move,
  ref,
  technical,
  text,
} from '@kangmai/resource';
import { exampleImei, examplePerson, personJoins } from '../shared/person.ts';

export const bindingRelations = defineChoices({
  wearer: { label: '佩戴人', en: 'Wearer', wire: 0 },
  guardian: { label: '监护人', en: 'Guardian', wire: 1 },
  family: { label: '家属共享', en: 'Shared with family', wire: 2 },
  staff: { label: '医护代管', en: 'Kept by staff', wire: 3 },
});

export const bindingStates = defineStates({
  pending: { label: '待确认', en: 'Awaiting confirmation', wire: 2, tone: 'info' },
  active: { label: '有效', en: 'Active', wire: 1, tone: 'good' },
  paused: { label: '暂停', en: 'Paused', wire: 3, tone: 'warn', aside: true },
  unbound: { label: '已解绑', en: 'Unbound', wire: 0, tone: 'neutral' },
});

export const unbindReasons = defineChoices({
  exchange: { label: '换机', en: 'Exchanged', wire: 1 },
  returned: { label: '退租退机', en: 'Returned', wire: 2 },
  expired: { label: '服务到期', en: 'Service expired', wire: 3 },
  mistake: { label: '误绑', en: 'Bound by mistake', wire: 4 },
  repair: { label: '维修', en: 'Repair', wire: 5 },
  handover: { label: '转让', en: 'Handed over', wire: 6 },
  death: { label: '离世', en: 'Death', wire: 7 },
  other: { label: '其他', en: 'Other', wire: 9 },
});

export const bindingChannels = defineChoices({
  backOffice: { label: '后台', en: 'Back office', wire: 0 },
  officialAccount: { label: '公众号', en: 'Official account', wire: 1 },
  phone: { label: '手机端', en: 'Phone', wire: 2 },
  imported: { label: '批量导入', en: 'Imported', wire: 3 },
  corporate: { label: '企业分配', en: 'Assigned by a company', wire: 4 },
});

export const deviceBinding = defineResource({
  name: 'deviceBinding',
  title: '设备绑定',
  en: 'Device bindings',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Device_binds',
  wire: {
    service: 'Device_binds',
    entity: 'Device_bind',
    wrap: true,
    joins: {
      ...personJoins,
      deviceTypeName: 'device.type.typeName',
      deviceProductName: 'device.product.productName',
      isOnline: 'device.online',
      battery: 'device.battery',
      'last_time': 'device.lastSeenAt',
    },
    calls: {
      list: 'GetAll',
      rows: 'GetAllDtos',
      edit: 'GetDevice_bindForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetDevice_bindsToExcel',
    },
  },
  fields: {
    device: ref('device', {
      label: '设备IMEI',
      en: 'IMEI',
      example: exampleImei,
      by: 'imei',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'imei',
    }),
    client: ref('client', {
      label: '客户',
      en: 'Client',
      example: examplePerson.number,
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'userId',
    }),
    relation: choice(bindingRelations, { label: '绑定关系', en: 'Relation', default: 'wearer', filter: 'exact' }),
    state: choice(bindingStates, { label: '状态', en: 'State', default: 'active', filter: 'exact' }),
    slot: integer({
      label: '设备内用户位',
      en: 'User slot',
      size: 'small',
      min: 1,
      max: 8,
      default: 1,
      wire: 'userSlot',
    }),
    boundAt: dateTime({ label: '绑定时间', en: 'Bound at', required: true, filter: 'range', wire: 'bindTime' }),
    unboundAt: dateTime({ label: '解绑时间', en: 'Unbound at', readonly: true, wire: 'unbindTime' }),
    unbindReason: choice(unbindReasons, { label: '解绑原因', en: 'Unbind reason' }),
    channel: choice(bindingChannels, {
      label: '绑定渠道',
      en: 'Channel',
      default: 'backOffice',
      imported: 'imported',
      readonly: true,
      ...technical,
      wire: 'bindSource',
    }),
    backdateReason: text({
      label: '补录原因',
      en: 'Reason for backdating',
      example: '按纸质登记表补录',
      max: 200,
      hint: '绑定时间早于72小时前时必填',
      hintEn: 'Required when the binding began more than 72 hours ago',
    }),
    remark: text({ label: '备注', en: 'Remark', max: 200 }),
  },
  conditions: { deviceOffline: bool({ label: '设备离线', en: 'Device offline' }) },
  list: {
    columns: ['device', 'client', 'relation', 'state', 'boundAt', 'unboundAt', 'unbindReason'],
    sort: '-boundAt',
    search: ['device', 'client'],
    views: {
      worn: { label: '佩戴中', en: 'Worn', filter: { relation: 'wearer', state: 'active' } },
      offline: { label: '设备离线', en: 'Device offline', filter: { state: 'active', deviceOffline: true } },
      pending: { label: '待确认', en: 'Awaiting confirmation', filter: { state: 'pending' } },
      unbound: { label: '已解绑', en: 'Unbound', filter: { state: 'unbound' } },
    },
  },
  display: 'boundAt',
  detail: { steps: 'state' },
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
  actions: {
    unbind: action({
      label: '解绑',
      en: 'Unbind',
      wire: 'POST WatchRemoveBind',
      permission: 'Edit',
      many: true,
      confirm: '确定解除该绑定？',
      confirmEn: 'Unbind it?',
      input: {
        imei: text({ label: '设备IMEI', en: 'IMEI', required: true, max: 32 }),
        relation: choice(bindingRelations, { label: '绑定关系', en: 'Relation', required: true }),
        client: ref('client', { label: '客户', en: 'Client', required: true, wire: 'userId' }),
        reason: choice(unbindReasons, {
          label: '解绑原因',
          en: 'Unbind reason',
          default: 'other',
          wire: 'unbindReason',
        }),
      },
    }),
  },
  moves: {
    on: 'state',
    confirm: move({ label: '确认绑定', en: 'Confirm', from: ['pending'], to: 'active', permission: 'Edit' }),
    pause: move({ label: '暂停', en: 'Pause', from: ['active'], to: 'paused', permission: 'Edit' }),
    resume: move({ label: '恢复', en: 'Resume', from: ['paused'], to: 'active', permission: 'Edit' }),
    // Made by the action `unbind`, with all that depends on the wearer.
    unbind: move({
      label: '解绑',
      en: 'Unbind',
      from: ['pending', 'active', 'paused'],
      to: 'unbound',
      permission: 'Edit',
      ownCall: false,
    }),
  },
});
