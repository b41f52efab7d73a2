import { kindOf as catalogueOf, type MeasurementKind } from '@kangmai/domain';
import { jsonKeyOf, kindOf, type AnyField, type AnyResource, type CheckContext } from '@kangmai/resource';

interface Side {
  readonly key: string;
  readonly field: AnyField;
}

/** The fields of a kind that stand beside its figures: codes, texts, times. */
export type Sides = readonly Side[];

const common = new Set(['device', 'client', 'measuredAt', 'origin', 'flag', 'level', 'result', 'receivedAt', 'deviceTime', 'timeQuality', 'quality', 'supersedes', 'operator', 'slot', 'source']);

/** Works out the fields beside the figures of a kind, once. */
export function sidesOf(kind: MeasurementKind, resource: AnyResource): Sides {
  const figures = new Set(catalogueOf(kind).metrics.map(({ key }) => key));
  return Object.entries(resource.fields).filter(([name, field]) => !common.has(name) && !figures.has(jsonKeyOf(name, field)))
    .map(([name, field]) => ({ key: jsonKeyOf(name, field), field }));
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Reads what a message says beside its figures, by the fields' own rules; names the first that breaks them. */
export function readSides(sides: Sides, values: { readonly [name: string]: unknown }, context: CheckContext): { readonly values: Record<string, unknown> } | { readonly bad: string } {
  const read: Record<string, unknown> = {};
  for (const { key, field } of sides) {
    const value = values[key];
    if (isNothing(value)) continue;
    const kind = kindOf(field);
    const checked = kind.check(value, field, context);
    if (!checked.ok) return { bad: key };
    read[key] = kind.toStore(checked.value, field);
  }
  return { values: read };
}
