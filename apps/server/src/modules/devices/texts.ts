import type { Wording } from '../../platform/texts/index.ts';

export const deviceTexts: Readonly<Record<string, Wording>> = {
  'device.imei-form': {
    'zh-Hans': '{field}应为10-17位数字，或该类型允许的编号',
    en: '{field} must be 10-17 digits or a number its type allows',
  },
  'device.product-of-other-type': {
    'zh-Hans': '产品型号不属于所选设备类型，请重新选择型号',
    en: 'The product is of another type; choose another product',
  },
  'device.product-off': {
    'zh-Hans': '该产品已停用，请选择其他产品',
    en: 'The product is switched off; choose another one',
  },
  'device.cannot-register': {
    'zh-Hans': '该设备无法登记，请核对验证码或联系平台',
    en: 'The device cannot be registered; check its code or ask the platform',
  },
  'device.not-allocated': {
    'zh-Hans': '平台未将该{field}分配给本机构，也没有与之相符的验证码，请核对验证码或联系平台',
    en: 'The platform has not allocated this {field} to your organisation, and no code that fits it was given; check the code or ask the platform',
  },
  'import.suggest.device.not-allocated': {
    'zh-Hans': '请核对号码；确属本机构的设备，请联系平台分配后重新导入，或在设备管理中凭设备上的验证码登记',
    en: 'Check the number. If the device is yours, ask the platform to allocate it and import again, or register it by the code on the device',
  },
  'device.first-lifecycle': {
    'zh-Hans': '新登记的设备只能是待入库、在库或待激活',
    en: 'A new device can only be awaiting stock, in stock or awaiting activation',
  },
  'device.needs-wearer': {
    'zh-Hans': '该设备没有佩戴人，请通过绑定启用',
    en: 'The device has no wearer; bind it to put it in use',
  },
  'device.has-readings': {
    'zh-Hans': '该设备已有测量数据，不能删除',
    en: 'The device has readings and cannot be deleted',
  },
  'device.has-readings.details': { 'zh-Hans': '不再使用时，请将其报废。', en: 'Scrap it when it is no longer used.' },
  'device.still-bound': { 'zh-Hans': '该设备仍有绑定，请先解绑', en: 'The device is still bound; unbind it first' },
  'device.kind-in-use': { 'zh-Hans': '已有 {count} 条记录在使用，不能删除', en: '{count} records use it' },
  'device.kind-in-use.details': { 'zh-Hans': '可将其停用。', en: 'Switch it off instead.' },
  'device.kind-fixed': { 'zh-Hans': '系统内置的{field}不能修改', en: '{field} of what is built in cannot change' },
  'device.product-type-fixed': {
    'zh-Hans': '已有设备使用该产品，{field}不能修改，请新建产品',
    en: 'Devices use the product; {field} cannot change, so make a new product',
  },
  'device.host-only': { 'zh-Hans': '只有平台可以分配设备', en: 'Only the host allocates devices' },
  'device.tenant-unknown': {
    'zh-Hans': '{field}不存在或未启用，请核对名称',
    en: '{field} does not exist or is not active; check the name',
  },
  'binding.worn': { 'zh-Hans': '已被佩戴', en: 'worn by somebody' },
  'binding.worn-by': { 'zh-Hans': '已由 {names} 佩戴', en: 'worn by {names}' },
  'binding.has-wearer': { 'zh-Hans': '该设备已有佩戴人', en: 'The device already has a wearer' },
  'binding.has-wearer.details': {
    'zh-Hans': '绑定时间与已有佩戴时间重叠，请先解绑或调整绑定时间。',
    en: 'The time overlaps with a present or former wearer; unbind first or choose another time.',
  },
  'binding.exists': {
    'zh-Hans': '该客户与此设备已有相同的绑定，请勿重复添加',
    en: 'The client has this binding already; it need not be added again',
  },
  'binding.no-wearer': { 'zh-Hans': '请先为该设备绑定佩戴人', en: 'Bind a wearer to the device first' },
  'binding.lifecycle': {
    'zh-Hans': '设备处于“{state}”，不能绑定，请先变更设备状态',
    en: 'A device that is {state} cannot be bound; change the state of the device first',
  },
  'binding.reason-needed': {
    'zh-Hans': '补录72小时以前的绑定，请填写{field}（至少3个字）',
    en: 'A binding that began more than 72 hours ago needs: {field} (3 characters or more)',
  },
  'binding.claim-needed': { 'zh-Hans': '补录过去的{field}需要认领权限', en: 'A past {field} needs the right to claim' },
  'binding.client-state': {
    'zh-Hans': '该客户已迁出、死亡或结案，不能绑定设备，请核对客户状态',
    en: 'The client has left, died or was closed; check the state of the client',
  },
  'binding.client-incomplete': {
    'zh-Hans': '请先补全该客户的出生日期',
    en: 'Complete the birthday of the client first',
  },
  'binding.use-unbind': { 'zh-Hans': '请使用解绑', en: 'Use unbind' },
  'binding.relation-fixed': {
    'zh-Hans': '佩戴人绑定不能改为其他关系，请先解绑再重新绑定',
    en: 'A wearer cannot become something else; unbind and bind again',
  },
  'binding.ended': {
    'zh-Hans': '已解绑的记录不能修改，请新建绑定',
    en: 'An ended binding cannot change; make a new one',
  },
  'binding.first-state': {
    'zh-Hans': '新的绑定只能是有效或待确认',
    en: 'A new binding is active or awaits confirmation',
  },
  'child.has-parent': {
    'zh-Hans': '该子设备已绑定主设备，请先解除',
    en: 'The sub-device has a parent; end that first',
  },
  'purchase.from-order': {
    'zh-Hans': '由订单产生的记录不能在此修改，请到订单中修改',
    en: 'Rows made by an order cannot change here; change the order',
  },
  'purchase.amount-too-large': { 'zh-Hans': '{field}过大，请核对', en: '{field} is too large; check it' },
};
