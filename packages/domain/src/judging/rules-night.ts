import { platformRow } from './platform-row.ts';
import type { PlatformRow } from './platform-row.ts';
import type { AbnormalRule } from './rule.ts';

const rows = (['high', 'low'] as const).map((metric, index): PlatformRow => ({
  code: ['BP-N1-SYS', 'BP-N1-DIA'][index] ?? '',
  kind: 'bp',
  direction: 1,
  level: 1,
  metric,
  when: {
    minAge: 18,
    withoutTags: ['pregnant'],
    history: { kind: 'nightMean', metric, op: '>=', value: [120, 70][index] ?? 0, of: 7 },
  },
  source: '中国高血压防治指南（2024年修订版）',
  section: '动态血压：夜间均值≥120/70；至少7次有效读数依 2023 ESH，用于家庭夜间记录待定',
  check: true,
}));

/** Platform rows of the pressure at night: the mean of one recorded sleep, never a single reading. */
export const nightRules: readonly AbnormalRule[] = rows.map(platformRow);
