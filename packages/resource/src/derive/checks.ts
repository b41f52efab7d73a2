import type { AnyResource } from '../define-resource.ts';
import { checkGiven, type AnyField, type CheckContext, type Fields, type Problem } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import type { Members } from '../members.ts';
import { isMasked } from '../wire/mask.ts';
import { wireNameOf } from '../wire/json-name.ts';

/** A problem with one field, by its domain name. */
export interface FieldProblem extends Problem {
  readonly field: string;
}

export interface CheckedInput {
  readonly values: { readonly [field: string]: unknown };
  readonly problems: readonly FieldProblem[];
}

interface CheckOptions {
  readonly context: CheckContext;
  /** A returned masked value means «unchanged»; without a stored value it is refused. */
  readonly keepMasked: boolean;
}

type NamedField = { readonly name: string; readonly field: AnyField; readonly wireName: string };

const known = new WeakMap<Fields, readonly NamedField[]>();
const toNamed = ([name, field]: [string, AnyField]): NamedField => ({ name, field, wireName: wireNameOf(name, field) });

/** The fields with their names, worked out once. */
function namedFields(fields: Fields): readonly NamedField[] {
  const named = known.get(fields) ?? Object.entries(fields).map(toNamed);
  known.set(fields, named);
  return named;
}

function checkField(
  { name, field }: NamedField,
  value: unknown,
  { context, keepMasked }: CheckOptions,
): { readonly value?: unknown; readonly problems?: readonly FieldProblem[] } {
  if (field.options.sensitive && isMasked(value))
    return keepMasked ? {} : { problems: [{ field: name, reason: 'field.bad-format' }] };
  const checked = checkGiven(kindOf(field), field, { value, context });
  if (checked.ok) return { value: checked.value };
  const { reason, params, inner = [{ at: '', reason, ...(params && { params }) }] } = checked;
  return { problems: inner.map(({ at, ...problem }) => ({ field: `${name}${at}`, ...problem })) };
}

/** Checks the input of an action: every field in order, all problems at once. */
export function checkFields(fields: Fields, body: Members, context: CheckContext): CheckedInput {
  return checkEach(namedFields(fields), body, { context, keepMasked: false });
}

function checkEach(fields: readonly NamedField[], body: Members, options: CheckOptions): CheckedInput {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const each of fields) {
    const { value, problems: found } = checkField(each, body.get(each.wireName), options);
    if (found) problems.push(...found);
    else if (value !== undefined) values[each.name] = value;
  }
  return { values, problems };
}

/**
 * Checks the body of a save. Only declared, writable fields are accepted, on `update` those of `fixed: 'refused'` too:
 * the caller compares them with the row (`refuseFixed`). On `update` an absent field keeps its value, and a masked
 * value returned unchanged counts as absent.
 */
export function checkSave(
  resource: AnyResource,
  body: Members,
  options: { readonly mode: 'create' | 'update'; readonly context: CheckContext },
): CheckedInput {
  const taken = namedFields(resource.fields).filter(({ field, wireName }) => {
    if (field.options.readonly) return false;
    return options.mode === 'create' || (field.options.fixed !== true && body.get(wireName) !== undefined);
  });
  return checkEach(taken, body, { context: options.context, keepMasked: options.mode === 'update' });
}

const sameAs = (value: unknown): string => JSON.stringify((typeof value === 'string' ? value.trim() : value) ?? null);

/** Problems of a checked change of a row that gives fields of `fixed: 'refused'` another value than the row has. */
export function refuseFixed(
  resource: AnyResource,
  values: { readonly [field: string]: unknown },
  row: { readonly [field: string]: unknown },
): readonly FieldProblem[] {
  return namedFields(resource.fields)
    .filter(({ field }) => field.options.fixed === 'refused')
    .filter(({ name }) => name in values && sameAs(values[name]) !== sameAs(row[name]))
    .map(({ name }) => ({ field: name, reason: 'field.fixed' }));
}
