import type { Wording } from '../../platform/texts/index.ts';

export const commandTexts: Readonly<Record<string, Wording>> = {
  'command.waiting': {
    'zh-Hans': '该设备已有等待下发的“{command}”指令',
    en: 'The device has the same command waiting: {command}',
  },
  'command.waiting.details': {
    'zh-Hans': '请等待下发，或先取消原指令。',
    en: 'Wait until it is fetched, or cancel it first.',
  },
  'command.bad-args': {
    'zh-Hans': '{field}有误：{names}，请检查后重新填写',
    en: '{field} are wrong: {names}; check and enter again',
  },
  'command.long-silence': {
    'zh-Hans': '佩戴人为失智人员：按此间隔，设备无数据{minutes}分钟后才告警（上限120分钟），请填写原因',
    en: 'The wearer has dementia: silence would alarm only after {minutes} min (at most 120); give a reason',
  },
  'command.lifecycle': {
    'zh-Hans': '设备处于“{state}”，不能下发该指令，请先变更设备状态',
    en: 'A device that is {state} does not take this command; change its state first',
  },
  'command.not-sent': {
    'zh-Hans': '该指令尚未下发，不能回执，请先取走指令',
    en: 'The command was not handed out yet; fetch it first',
  },
  'command.too-many-waits': {
    'zh-Hans': '同一来源等待的连接过多，请关闭多余的连接后再试',
    en: 'Too many connections of one source are waiting; close some and try again',
  },
};
