import { formFields } from '../resource-screens/form-values.ts';

import type { AnyResource } from '@kangmai/resource';
import type { FieldEntry } from '../lib/field-sections.ts';

const omitted = ['origin', 'client'] as const;
const figureKinds = new Set(['integer', 'decimal']);

/** The fields of a measurement that is typed in: its figures first, so that 收缩压 and 舒张压 stand beside each other, then its time; what goes with it comes last. */
export function entryFields(resource: AnyResource): {
  readonly figures: readonly FieldEntry[];
  readonly rest: readonly FieldEntry[];
} {
  const fields = formFields(resource, omitted);
  const isFigure = ([, field]: FieldEntry): boolean => figureKinds.has(field.kind);
  return {
    figures: [...fields.filter(isFigure), ...fields.filter(([name]) => name === 'measuredAt')],
    rest: fields.filter((entry) => !isFigure(entry) && entry[0] !== 'measuredAt'),
  };
}
