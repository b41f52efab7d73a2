import type { Wording } from '../../platform/texts/index.ts';

export const mergeTexts: Readonly<Record<string, Wording>> = {
  'client-merge': { 'zh-Hans': '合并记录', en: 'Merge' },
  'client-merge.same': {
    'zh-Hans': '不能与自己合并，请选择另一份档案',
    en: 'A file cannot be merged with itself; choose another one',
  },
  'client-merge.two-only': {
    'zh-Hans': '一次只能合并两份档案，请逐份合并',
    en: 'Two files are merged at a time; merge the others afterwards',
  },
  'client-merge.unknown-field': {
    'zh-Hans': '没有可选择的项目“{field}”，请刷新后重试',
    en: 'There is no choice "{field}"; reload and try again',
  },
  'client-merge.already': {
    'zh-Hans': '该档案已并入“{name}”（档案编号{archiveNo}），请使用该档案',
    en: 'This file has been merged into {name} (archive number {archiveNo}); use that file',
  },
  'client-merge.busy': {
    'zh-Hans': '其中一份档案正在合并或撤销合并，请等它完成后重试',
    en: 'One of the files is being merged or unmerged; try again when that is done',
  },
  'client-merge.undone': { 'zh-Hans': '该合并已撤销', en: 'This merge has been undone already' },
  'client-merge.later-first': {
    'zh-Hans': '保留的档案之后又并入了“{name}”，请先撤销那一次合并',
    en: 'The kept file was merged into {name} later; undo that merge first',
  },
  'client-merge.number-taken': {
    'zh-Hans': '合并后另有客户使用了该证件号码，请先更正那位客户的证件号码',
    en: 'Another client has got this ID number since the merge; correct that one first',
  },
  'client-merge.collides': {
    'zh-Hans': '两份档案有{count}项冲突，请先处理后再合并',
    en: 'The two files collide in {count} things; settle them first',
  },
  'client-merge.collides-case': {
    'zh-Hans': '两份档案都有未处理的同类异常“{what}”，请先处理其中一个',
    en: 'Both files have an open case of one kind ({what}); settle one of them first',
  },
  'client-merge.collides-sos': {
    'zh-Hans': '被合并的档案有未解除的紧急呼叫，请先解除',
    en: 'The file that goes has an open call for help; close it first',
  },
  'client-merge.collides-binding': {
    'zh-Hans': '两份档案都绑定了同类设备（{what}），请先解绑其中一台',
    en: 'Both files have a device of one kind bound ({what}); unbind one of them first',
  },
  'client-merge.collides-stay': {
    'zh-Hans': '两份档案的入住时间重叠（床位{what}），请先更正',
    en: 'The stays of both files overlap (bed {what}); correct one of them first',
  },
  'client-merge.collides-booking': {
    'zh-Hans': '两份档案的预约时间重叠，请先改期或取消其中一个',
    en: 'Bookings of both files overlap; move or cancel one of them first',
  },
  'client-merge.collides-consent': {
    'zh-Hans': '一份档案中已撤回的授权在另一份中仍有效，请先撤回该授权或重新签署',
    en: 'A consent that was withdrawn in one file is valid in the other; withdraw it there or have it signed again first',
  },
  'client-merge.collides-family': {
    'zh-Hans': '两份档案各有家庭，请先将被合并的档案移出家庭“{what}”',
    en: 'Both files are in a family; take the file that goes out of the family {what} first',
  },
};
