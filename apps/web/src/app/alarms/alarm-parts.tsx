import { figureWords } from '../../lib/figure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';

import type { Alarm } from './alarm-data.ts';

const levelKeys = ['alarm.level1', 'alarm.level2', 'alarm.level3', 'alarm.level4'] as const;

export function LevelTag({ level }: { level: number }) {
  const key = levelKeys[level - 1];
  return <StatusTag tone={levelTone(level)}>{key ? L(key) : L('alarm.level', { n: level })}</StatusTag>;
}

/** `张三：血压 186/112 mmHg · 测于 07:00`. */
export const lineOf = (alarm: Alarm): string =>
  [
    L('alarm.line', { name: alarm.clientName || L('alarm.unknownPerson'), finding: alarm.finding }),
    ...figureWords(alarm, Date.now()),
  ].join(' · ');
