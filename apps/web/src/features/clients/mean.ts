import { optionsOf, type AnyField, type AnyResource, type DecimalOptions } from '@kangmai/resource';

import type { Values } from '../../resource-client/body.ts';

const figureKinds = new Set(['integer', 'decimal']);

export const figuresOf = (
  resource: AnyResource,
  entered: readonly Values[],
): readonly (readonly [string, AnyField])[] =>
  Object.entries(resource.fields).filter(
    ([name, field]) =>
      figureKinds.has(field.kind) &&
      !field.options.readonly &&
      entered.some((values) => typeof values[name] === 'number'),
  );

/** Mean with the decimals of the field; null unless every measurement has the value. */
export function meanOf(field: AnyField, values: readonly unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length < values.length) return null;
  const digits = field.kind === 'decimal' ? optionsOf<DecimalOptions>(field).digits[1] : 0;
  return Number((numbers.reduce((sum, value) => sum + value, 0) / numbers.length).toFixed(digits));
}
