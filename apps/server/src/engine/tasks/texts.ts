import type { Wording } from '../../platform/texts/index.ts';

export const taskTexts: Readonly<Record<string, Wording>> = {
  'task.too-many-open': {
    'zh-Hans': '您已有 {max} 个任务在进行，请等其中一个完成后再试',
    en: 'You have {max} tasks under way; wait until one of them is done',
  },
  'task.too-many-rows': {
    'zh-Hans': '超过 {max} 条，表格放不下，请缩小查询范围',
    en: 'More than {max} rows do not fit into a spreadsheet; ask for fewer',
  },
  'task.user-gone': {
    'zh-Hans': '提交任务的用户已停用或机构已停用，请由其他用户重新提交',
    en: 'The user of this task, or the organisation, is no longer active; somebody else has to start it again',
  },
  'task.no-file': { 'zh-Hans': '文件未完成或已过期，请重新导出', en: 'It is not ready or has expired; export again' },
  'task.running': { 'zh-Hans': '任务还在进行，请先取消', en: 'The task is still running; cancel it first' },
  'task.over': { 'zh-Hans': '任务已结束', en: 'The task is over' },
  'many.nothing': { 'zh-Hans': '请选择记录，或按条件选择', en: 'Choose rows, or choose by condition' },
  'many.too-many-rows': {
    'zh-Hans': '一次最多选择 {max} 条，更多请按条件全选',
    en: 'At most {max} rows can be chosen one by one; choose more by condition',
  },
  'many.too-large': {
    'zh-Hans': '符合条件的记录超过 {max} 条，请缩小条件',
    en: 'More than {max} rows meet the condition; narrow it down',
  },
  'many.changed': {
    'zh-Hans': '符合条件的记录现为 {count} 条，与确认时不同，请刷新后重新确认',
    en: 'By now {count} rows meet the condition, other than you were shown; refresh and confirm again',
  },
};
