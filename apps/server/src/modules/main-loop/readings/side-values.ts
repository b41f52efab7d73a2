import { kindOf as catalogueOf, parseInstant, type MeasurementKind } from '@kangmai/domain';
import { isCommonField, readingOfKind } from '@kangmai/model';
import { jsonKeyOf, kindOf, type AnyField, type AnyResource, type CheckContext } from '@kangmai/resource';

interface Side {
  readonly key: string;
  readonly field: AnyField;
  readonly shape: ReturnType<typeof kindOf>;
}

type Sides = readonly Side[];
type Values = { readonly [name: string]: unknown };

function sidesOf(kind: MeasurementKind): Sides {
  const resource: AnyResource | undefined = (readingOfKind as Partial<Record<string, AnyResource>>)[kind];
  const figures = new Set(catalogueOf(kind).metrics.map(({ key }) => key));
  return Object.entries(resource?.fields ?? {})
    .filter(([name, field]) => (name === 'remark' || !isCommonField(name)) && !figures.has(jsonKeyOf(name, field)))
    .map(([name, field]) => ({ key: jsonKeyOf(name, field), field, shape: kindOf(field) }));
}

const known = new Map<MeasurementKind, Sides>();

function sidesFor(kind: MeasurementKind): Sides {
  const sides = known.get(kind) ?? sidesOf(kind);
  known.set(kind, sides);
  return sides;
}

const inUnits: ReadonlySet<MeasurementKind> = new Set(['bloodSugar', 'uricAcid']);
const readKeys = new Map<MeasurementKind, ReadonlySet<string>>();

export function valueKeysOf(kind: MeasurementKind): ReadonlySet<string> {
  const keys =
    readKeys.get(kind) ??
    new Set([
      ...catalogueOf(kind).metrics.map(({ key }) => key),
      ...sidesFor(kind).map(({ key }) => key),
      ...(inUnits.has(kind) ? ['unit'] : []),
    ]);
  readKeys.set(kind, keys);
  return keys;
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Checks and converts the other fields of a message; names the first invalid one. `zone` is for local times. */
export function readSides(
  kind: MeasurementKind,
  values: Values,
  zone: string,
): { readonly values: Values } | { readonly bad: string } {
  const read: Record<string, unknown> = {};
  const context: CheckContext = { toInstant: (text) => instantOf(text, zone), isMeasured: true };
  for (const { key, field, shape } of sidesFor(kind)) {
    const value = values[key];
    if (isNothing(value)) continue;
    const checked = shape.check(value, field, context);
    if (!checked.ok) return { bad: key };
    read[key] = shape.toStore(checked.value, field);
  }
  return { values: read };
}

export function missingSide(kind: MeasurementKind, values: Values): string | undefined {
  for (const { key, field } of sidesFor(kind))
    if (field.options.required === true && isNothing(values[key])) return key;
  return undefined;
}

function instantOf(text: string, zone: string): Date | undefined {
  const at = parseInstant(text, zone);
  return at === undefined ? undefined : new Date(at);
}
