import {
  columnName,
  columnsOfField,
  fieldOf,
  formOf,
  isFilled,
  kindOf,
  naturalKeyOf,
  optionsOf,
  resourceAt,
  sealed,
  targetOf,
  type AgeOptions,
  type AnyField,
  type AnyResource,
} from '@kangmai/resource';
import type { Condition, SortKey } from '@kangmai/resource/wire';
import type { Ctx } from '../../access/ctx.ts';
import { inSight, ofTenant, type Bind } from '../../access/data-scope.ts';
import { invalid } from '../../platform/errors.ts';
import { isUnder } from './below.ts';
import { sealedMatch, sealedWord } from './sealed-search.ts';
import { isReading, type Plan } from './plan.ts';
import { ofHooks, type Hooked } from '../traits/hooks.ts';

/** The values of a statement; the first is always the tenant. */
export class Values {
  readonly list: unknown[];
  constructor(ctx: Pick<Ctx, 'tenantId'>) {
    this.list = [ctx.tenantId];
  }
  readonly bind: Bind = (value) => `$${this.list.push(value)}`;
}

/** The caller's calendar day as SQL. */
export const sqlDay = (ctx: Pick<Ctx, 'today'>): string => `date '${ctx.today()}'`;

interface FilteredTable {
  readonly resource: AnyResource;
  readonly plan: Hooked;
  readonly ctx: Ctx;
  readonly alias: string;
  readonly bind: Bind;
}

const signs = { eq: '=', under: '=', ge: '>=', le: '<=' } as const;
/** The words of formatted text, with its signs as they are kept. */
const wordsIn = (column: string): string => `regexp_replace(${column}, '<[^<>]*>', '', 'g')`;
const kept = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeLike = (text: string, isFormatted = false): string =>
  `%${(isFormatted ? kept(text) : text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const stampColumns: Readonly<Record<string, string>> = {
  id: 'id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  createdBy: 'created_by',
  updatedBy: 'updated_by',
  rowVersion: 'row_version',
};

/** The column of a field or stamp under an alias. */
function columnOf(place: Pick<FilteredTable, 'resource' | 'alias'>, name: string): string {
  const stamp = stampColumns[name];
  if (stamp !== undefined)
    return `${place.alias}.${isReading(place.resource) && stamp === 'created_at' ? 'received_at' : stamp}`;
  const field = fieldOf(place.resource, name);
  return `${place.alias}."${columnsOfField(name, field)[0]?.name ?? columnName(name, field)}"`;
}

function ageCondition(place: FilteredTable, field: AnyField, condition: Condition): string {
  const { of: name, unknown } = optionsOf<AgeOptions>(field);
  const birthday = columnOf(place, name);
  const years = Number(condition.value);
  const known = unknown === undefined ? '' : ` and ${birthday} <> date '${unknown}'`;
  const atLeast = (age: number): string =>
    `${birthday} <= (${sqlDay(place.ctx)} - make_interval(years => ${place.bind(age)}::integer))`;
  const atMost = (age: number): string =>
    `${birthday} > (${sqlDay(place.ctx)} - make_interval(years => ${place.bind(age + 1)}::integer))`;
  const asked =
    condition.operator === 'ge'
      ? atLeast(years)
      : condition.operator === 'le'
        ? atMost(years)
        : `${atLeast(years)} and ${atMost(years)}`;
  return `(${asked}${known})`;
}

function sealedCondition(place: FilteredTable, name: string, condition: Condition): string {
  const text = String(condition.value);
  const input = { resource: place.resource, name, alias: place.alias, bind: place.bind, text };
  return condition.operator === 'like' ? sealedWord(place.ctx, input) : sealedMatch(place.ctx, input);
}

function naturalCondition(place: FilteredTable, name: string, condition: Condition): string {
  const field = fieldOf(place.resource, name);
  const target = place.plan.model.byName(targetOf(field));
  const key = columnOf({ resource: target, alias: 't' }, naturalKeyOf(field) ?? 'id');
  const values = Array.isArray(condition.value) ? condition.value : [condition.value];
  const found = `select t.id from "${target.table}" t where ${ofTenant(target, 't')} and ${key} = any(${place.bind(values)}::text[])`;
  return values.length === 1
    ? `${columnOf(place, name)} = (${found} limit 1)`
    : `${columnOf(place, name)} in (${found})`;
}

const arrayKinds = new Set(['choices', 'dicts', 'refs']);

function likeCondition(
  { bind }: FilteredTable,
  column: string,
  { field, condition }: { readonly field: AnyField | undefined; readonly condition: Condition },
): string {
  const isFormatted = field !== undefined && formOf(field) === 'html';
  const pattern = escapeLike(String(condition.value), isFormatted);
  return `${isFormatted ? wordsIn(column) : column} ilike ${bind(pattern)}`;
}

function plainCondition(place: FilteredTable, name: string, condition: Condition): string {
  const field = place.resource.fields[name];
  const column = columnOf(place, name);
  const storedValue = (value: unknown): unknown => (field ? kindOf(field).toStore(value, field) : value);
  if (condition.operator === 'isNull') return `${column} is null`;
  if (condition.operator === 'like') return likeCondition(place, column, { field, condition });
  if (field && arrayKinds.has(field.kind))
    return `${column} && ${place.bind(condition.value)}::${kindOf(field).storage(field).type}`;
  if (condition.operator === 'in')
    return `${column} = any(${place.bind((condition.value as unknown[]).map(storedValue))}${field ? `::${kindOf(field).storage(field).type}[]` : '::bigint[]'})`;
  const value = storedValue(condition.value);
  // Written out, so that a statement planned once for all values still finds the index that holds rows of this one
  // alone.
  if (field?.kind === 'choice' && Number.isSafeInteger(value))
    return `${column} ${signs[condition.operator]} ${String(value)}`;
  return `${column} ${signs[condition.operator]} ${place.bind(value)}`;
}

/** True when a reference is filtered by its target's natural key, which is a text, rather than by id. */
function isByKey(field: AnyField, value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return field.kind === 'ref' && naturalKeyOf(field) !== undefined && typeof first === 'string';
}

function fieldCondition(place: FilteredTable, condition: Condition): string {
  const field = place.resource.fields[condition.field];
  const { plan, ctx, bind } = place;
  const own = field ? undefined : ofHooks(plan, (hook) => hook.conditionSql?.(plan, ctx, { ...condition, bind }));
  if (!field) return own ?? plainCondition(place, condition.field, condition);
  if (condition.operator === 'under')
    return isUnder(
      columnOf(place, condition.field),
      place.plan.model.byName(targetOf(field)),
      place.bind(condition.value),
    );
  if (field.kind === 'age') return ageCondition(place, field, condition);
  if (condition.operator !== 'isNull' && sealed(field)) return sealedCondition(place, condition.field, condition);
  if (isByKey(field, condition.value)) return naturalCondition(place, condition.field, condition);
  return plainCondition(place, condition.field, condition);
}

/** Every reference on the way becomes a sub-select by the ids of its target. */
function throughCondition(place: FilteredTable, way: readonly string[], condition: Condition): string {
  const [name, ...rest] = way;
  if (name === undefined) return fieldCondition(place, condition);
  const target = place.plan.model.byName(targetOf(fieldOf(place.resource, name)));
  const inner = throughCondition({ ...place, resource: target, alias: 't' }, rest, condition);
  return `${columnOf(place, name)} in (select t.id from "${target.table}" t where ${ofTenant(target, 't')} and ${inner})`;
}

export const toCondition = (place: FilteredTable, condition: Condition): string =>
  throughCondition(place, condition.through?.split('.') ?? [], condition);

function searchCondition(place: FilteredTable, text: string): string {
  const parts = place.resource.list.search.map((name) => {
    const field = fieldOf(place.resource, name);
    if (field.kind === 'ref') {
      const target = place.plan.model.byName(targetOf(field));
      return `${columnOf(place, name)} in (select t.id from "${target.table}" t where ${ofTenant(target, 't')} and ${searchCondition({ ...place, resource: target, alias: 't' }, text)} limit 1000)`;
    }
    return fieldCondition(place, { field: name, operator: 'like', value: text });
  });
  return parts.length === 0 ? 'true' : `(${parts.join(' or ')})`;
}

/**
 * True of a reading that no other one replaces; `row` is its name in the statement. `supersedes is not null` tells the
 * planner how few replace another.
 */
export const notReplaced = ({ table }: Pick<AnyResource, 'table'>, row = 'b'): string =>
  `not exists (select 1 from "${table}" n where n.tenant_id = ${row}.tenant_id and n.measured_at = ${row}.measured_at and n.supersedes = ${row}.id and n.supersedes is not null)`;

const isVoidAsked = ({ field, through, operator, value }: Condition): boolean =>
  field === 'quality' && through === undefined && operator === 'eq' && value === 'void';

/** Rows that were not replaced; void ones only where requested. */
const liveReadings = (plan: Plan, conditions: readonly Condition[]): string =>
  `${notReplaced(plan.resource)}${conditions.some(isVoidAsked) ? '' : ' and b.quality <> 4'}`;

/** The keys of devices are partial indexes; naming both their parts lets a search by device use them. */
export const onDeviceKeys = '((b.supersedes is null and b.slot between 1 and 8) or b.supersedes is not null)';

/** The only person of the list: the database checks a placeholder once, a column for every row. */
function personOf({
  conditions,
  values,
}: {
  readonly conditions: readonly Condition[];
  readonly values: Values;
}): string {
  const asked = conditions.find(
    ({ field, through, operator, value }) =>
      field === 'client' && through === undefined && operator === 'eq' && typeof value === 'number',
  );
  return asked ? `${values.bind(asked.value)}::bigint` : 'b.client_id';
}

/** The where clause of a list: tenant, not deleted, in sight, the query's conditions and free text. */
export function whereClause(
  plan: Plan,
  ctx: Ctx,
  query: {
    readonly conditions: readonly Condition[];
    readonly text?: string;
    readonly values: Values;
    readonly forReference?: boolean;
  },
): string {
  const { bind } = query.values;
  const place: FilteredTable = { resource: plan.resource, plan, ctx, alias: 'b', bind };
  return [
    ofTenant(plan.resource, 'b'),
    isReading(plan.resource) ? liveReadings(plan, query.conditions) : 'not b.is_deleted',
    inSight(ctx, plan.resource, { alias: 'b', ...query }),
    ...(plan.shownIf === undefined ? [] : [plan.shownIf(personOf(query))]),
    ...[...plan.only, ...query.conditions].map((condition) => toCondition(place, condition)),
    ...(isReading(plan.resource) &&
    query.conditions.some(({ field, through }) => field === 'device' && through === undefined)
      ? [onDeviceKeys]
      : []),
    ...(query.text === undefined ? [] : [searchCondition({ ...place, resource: plan.face }, query.text)]),
  ].join(' and ');
}

/** Ages sort against their column: the older, the earlier the birthday; unknown ones last. */
function ageOrder(place: Pick<FilteredTable, 'resource' | 'alias'>, field: AnyField, descending: boolean): string {
  const { of: name, unknown } = optionsOf<AgeOptions>(field);
  const birthday = columnOf(place, name);
  return `${unknown === undefined ? birthday : `nullif(${birthday}, date '${unknown}')`} ${descending ? 'asc' : 'desc'} nulls last`;
}

const isSortable = (name: string, field: AnyField): boolean =>
  field.options.sensitive === undefined && field.kind !== 'json' && columnsOfField(name, field).length > 0;

const filteredTable = (plan: Plan, through: string | undefined): Pick<FilteredTable, 'resource' | 'alias'> =>
  through === undefined
    ? { resource: plan.resource, alias: 'b' }
    : {
        resource: resourceAt(plan.resource, plan.model, through),
        alias: plan.joins.find(({ way }) => way === through)?.alias ?? 'b',
      };

function orderPart(plan: Plan, { field, through, descending }: SortKey): string {
  const place = filteredTable(plan, through);
  const definition = place.resource.fields[field];
  if (!definition) return `${columnOf(place, field)} ${descending ? 'desc' : 'asc'}`;
  if (definition.kind === 'age') return ageOrder(place, definition, descending);
  if (!isSortable(field, definition)) throw invalid('sorting', 'list.unknown-sort');
  return `${columnOf(place, field)} ${descending ? `desc${isFilled(definition) ? '' : ' nulls last'}` : 'asc'}`;
}

/** The order of a list, ended by the id so that paging is stable. */
export function orderClause(plan: Plan, sort: readonly SortKey[]): string {
  const parts = sort.map((key) => orderPart(plan, key));
  return [...parts, `b.id ${sort[0]?.descending ? 'desc' : 'asc'}`].join(', ');
}
