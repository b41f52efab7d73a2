import { kindOf as catalogueOf, parseInstant, type MeasurementKind } from '@kangmai/domain';
import { isCommonField, readingOfKind } from '@kangmai/model';
import { jsonKeyOf, kindOf, type AnyField, type AnyResource, type CheckContext } from '@kangmai/resource';

interface Side {
  readonly key: string;
  readonly field: AnyField;
  readonly shape: ReturnType<typeof kindOf>;
}

/** The fields of a kind that stand beside its figures: codes, texts, times. */
type Sides = readonly Side[];
type Values = { readonly [name: string]: unknown };

/** Works out the fields beside the figures of a kind. */
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

/** The keys of `values` that are read of a kind: its figures, what stands beside them, and the unit where several are in use. */
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

/** Reads what a message says beside its figures, by the fields' own rules, as it is stored; names the first that breaks them. Times of day without a zone are of `zone`. */
export function readSides(
  kind: MeasurementKind,
  values: Values,
  zone: string,
): { readonly values: Values } | { readonly bad: string } {
  const read: Record<string, unknown> = {};
  const context: CheckContext = { toInstant: (text) => instantOf(text, zone) };
  for (const { key, field, shape } of sidesFor(kind)) {
    const value = values[key];
    if (isNothing(value)) continue;
    const checked = shape.check(value, field, context);
    if (!checked.ok) return { bad: key };
    read[key] = shape.toStore(checked.value, field);
  }
  return { values: read };
}

/** The first field beside the figures that every row of the kind must have and this one has not. */
export function missingSide(kind: MeasurementKind, values: Values): string | undefined {
  for (const { key, field } of sidesFor(kind))
    if (field.options.required === true && isNothing(values[key])) return key;
  return undefined;
}

function instantOf(text: string, zone: string): Date | undefined {
  const at = parseInstant(text, zone);
  return at === undefined ? undefined : new Date(at);
}
