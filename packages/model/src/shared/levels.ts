import { defineChoices } from '@kangmai/resource';

/** How far a reading is out of order. */
export const abnormalLevels = defineChoices({
  normal: { label: '正常', en: 'Normal', wire: 0, tone: 'good' },
  notice: { label: '提示', en: 'Notice', wire: 1, tone: 'neutral' },
  attention: { label: '关注', en: 'Attention', wire: 2, tone: 'neutral' },
  warning: { label: '警告', en: 'Warning', wire: 3, tone: 'warn' },
  critical: { label: '危急', en: 'Critical', wire: 4, tone: 'bad' },
});

/** The levels that a rule sets and a case has. */
export const alarmLevels = defineChoices({
  notice: { label: '提示', en: 'Notice', wire: 1, tone: 'neutral' },
  attention: { label: '关注', en: 'Attention', wire: 2, tone: 'neutral' },
  warning: { label: '警告', en: 'Warning', wire: 3, tone: 'warn' },
  critical: { label: '危急', en: 'Critical', wire: 4, tone: 'bad' },
});
