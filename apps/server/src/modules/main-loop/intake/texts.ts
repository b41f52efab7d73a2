import type { Wording } from '../../../platform/texts/index.ts';

export const ingestTexts: Readonly<Record<string, Wording>> = {
  'ingest.unknown-source': {
    'zh-Hans': '接入源未通过验证，请核对密钥或令牌',
    en: 'The source could not be verified; check its key or token',
  },
  'reading.manual-only': {
    'zh-Hans': '手工录入的数据来源只能是“手工录入”',
    en: 'Entered by hand can only be the source',
  },
  'reading.impossible': {
    'zh-Hans': '{field}不在人体可能的范围内，请核对后重新输入',
    en: '{field} lies outside what a body can show; check it and enter it again',
  },
  'reading.no-value': { 'zh-Hans': '{field}没有有效数值，请至少填写一项', en: '{field} has no valid value; enter one' },
  'reading.same-time': {
    'zh-Hans': '同一时间已有不同的测量值，请核对测量时间',
    en: 'There is another value for the same time; check the time of measurement',
  },
  'reading.other-person': {
    'zh-Hans': '更正时不能更换客户，请作废后为正确的客户录入',
    en: 'A correction cannot move a reading to another person; void it and enter it for the right one',
  },
  'reading.is-void': {
    'zh-Hans': '该测量值已作废，不能再更正，请重新录入',
    en: 'The reading was declared void and cannot be corrected; enter a new one',
  },
  'reading.of-device': {
    'zh-Hans': '设备上报的测量值不能更正，只能作废',
    en: 'A value of a device cannot be corrected, only declared void',
  },
  'reading.reason-short': {
    'zh-Hans': '原因至少填写{min}个字（文字或数字）',
    en: 'The reason needs at least {min} letters or digits',
  },
  'reading.too-old': { 'zh-Hans': '测量时间不能早于{year}年', en: 'Measured in {year} or later' },
  'reading.before-birth': {
    'zh-Hans': '测量时间不能早于客户的出生日期',
    en: 'The measurement cannot lie before the birth of the person',
  },
  'reading.replaced-meanwhile': {
    'zh-Hans': '该测量值刚刚被他人更正或作废，请刷新后再试',
    en: 'Somebody else has just corrected this reading; reload and try again',
  },
  'source.needs-devices': { 'zh-Hans': '请填写允许的设备或设备号前缀', en: 'Name the devices or an imei prefix' },
  'source.imei-form': {
    'zh-Hans': '允许的设备须逐个填写设备号，每个不超过 32 个字符',
    en: 'List the devices by their imeis, each of at most 32 characters',
  },
  'source.prefix-of-host': {
    'zh-Hans': '设备号前缀只能由平台方设置，请清空前缀并在允许的设备中逐个填写设备号',
    en: 'Only the host sets a prefix; clear it and list the devices by their imeis',
  },
  'source.foreign-imei': {
    'zh-Hans': '设备 {imei} 未分配给本机构，请核对设备号，或请平台方先分配',
    en: 'The device {imei} is not yours; check its imei or ask the host to allocate it',
  },
  'source.needs-addresses': {
    'zh-Hans': '静态令牌方式须填写允许的地址',
    en: 'A static token needs the allowed addresses',
  },
  'quarantine.not-waiting': {
    'zh-Hans': '该数据已处理，请刷新查看结果',
    en: 'This packet was settled before; refresh to see the result',
  },
};
