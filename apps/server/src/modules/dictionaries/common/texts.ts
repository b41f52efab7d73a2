import type { Wording } from '../../../platform/texts/index.ts';

export const commonTexts: Readonly<Record<string, Wording>> = {
  'common-dictionary.shared': {
    'zh-Hans': '平台共享的编码由平台统一维护，不能在机构内修改或删除',
    en: 'Codes shared by the platform are kept by the platform and cannot be changed or deleted here',
  },
  'common-dictionary.shared.details': {
    'zh-Hans': '可以新增本机构自己的编码，并把共享编码选作它的上级。',
    en: 'Add a code of your own instead; a shared code may be its parent.',
  },
  'common-dictionary.known': {
    'zh-Hans': '编码 {code} 已由平台共享（{name}），请直接使用或改用其他编码',
    en: 'The platform shares {code} already ({name}); use it or choose another code',
  },
  'common-dictionary.no-parent': {
    'zh-Hans': '该目录中没有编码为 {code} 的上级，请核对或先新增上级',
    en: 'The catalogue has no code {code}; check it or add the parent first',
  },
  'common-dictionary.two-parents': {
    'zh-Hans': '上级编码 {code} 与所选上级不一致，请只填写其中一项',
    en: 'The code {code} is not that of the chosen parent; enter only one of them',
  },
  'common-dictionary.other-catalogue': {
    'zh-Hans': '上级属于另一个目录，请选择同一目录中的上级',
    en: 'The parent belongs to another catalogue; choose one of the same catalogue',
  },
  'common-dictionary.circle': {
    'zh-Hans': '上级不能是该编码自己或它的下级，请重新选择',
    en: 'The parent cannot be the code itself or one below it; choose again',
  },
  'common-dictionary.has-children': {
    'zh-Hans': '该编码还有 {count} 个下级，请先删除下级',
    en: 'The code still has {count} codes below it; delete them first',
  },
  'common-dictionary.region-shape': {
    'zh-Hans': '请填写 9 位（街道、乡镇）或 12 位（社区、村）数字；省、市、县已在系统中，不需要新增',
    en: 'Enter 9 digits (a street or town) or 12 (a community or village); provinces, cities and counties exist already',
  },
  'common-dictionary.region-unknown': {
    'zh-Hans': '前 6 位 {code} 不是现有的县级行政区划，请核对',
    en: 'Its first six digits, {code}, are no known county; check the code',
  },
  'common-dictionary.region-parent': {
    'zh-Hans': '编码应以上级的编码 {code} 开头，请核对编码或上级',
    en: 'The code must begin with that of its parent, {code}; check the code or the parent',
  },
};
