import { formFields } from '../resource-screens/form-values.ts';

import type { AnyResource } from '@kangmai/resource';
import type { FieldEntry } from '../lib/field-sections.ts';

const omitted = ['origin', 'client'] as const;
const figureKinds = new Set(['integer', 'decimal']);

/** Fields of a manual entry: values first, so that 收缩压 and 舒张压 are side by side, then time and circumstances. */
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
