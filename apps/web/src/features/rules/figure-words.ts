import { figureOf } from '../../lib/reading-words.ts';
import { unitWord } from '../../lib/i18n/unit-word.ts';
import { B } from './builder-texts.ts';
import { ruleFigure } from './rule-words.ts';

/** Unit and measurable range of a metric, as a hint below its limit. */
export function rangeHint(kind: string, metric: string): { readonly unit: string; readonly hint: string | undefined } {
  const figure = figureOf(kind, metric);
  return {
    unit: figure ? unitWord(figure.unit) : '',
    hint: figure && B('range', { min: figure.physical.min, max: figure.physical.max }),
  };
}

/** Metric with unit: `收缩压 (mmHg)`. */
export function figureLabel(kind: string, metric: string): string {
  const { unit } = rangeHint(kind, metric);
  return ruleFigure(kind, metric) + (unit === '' ? '' : ` (${unit})`);
}
