import { formatMoment } from './dates.ts';
import { L } from './i18n/texts.ts';

import type { FigureTimes } from './api/figure-times.ts';

/** When the figures of a case were measured: `测于 07:00`, `峰值 215/125，测于 07:05`. */
export const figureWords = ({ valueTime, worst }: Partial<FigureTimes>, now: number): readonly string[] => [
  ...(valueTime ? [L('alarm.measured', { time: formatMoment(valueTime, now) })] : []),
  ...(worst ? [L('alarm.worst', { value: worst.value, time: formatMoment(worst.time, now) })] : []),
];
