import {
  type AnyResource,
  choicesOf,
  columnName,
  columnsOfField,
  fieldOf,
  kindOf,
  type Period,
} from '@kangmai/resource';
import type { Constraint } from '../trait.ts';

/** A rule of periods with the columns of its table. */
export interface PeriodColumns extends Period {
  readonly resource: AnyResource;
  readonly within: readonly string[];
  readonly isOfDays: boolean;
}

export const periodColumns = (resource: AnyResource): readonly PeriodColumns[] =>
  resource.noOverlap.map((rule) => ({ ...rule, resource, isOfDays: fieldOf(resource, rule.from).kind === 'date' }));

export const columnOf = (resource: AnyResource, name: string): string => columnName(name, fieldOf(resource, name));

export const typeOf = (resource: AnyResource, name: string): string => {
  const [column] = columnsOfField(name, fieldOf(resource, name));
  if (!column) throw new Error(`${resource.name}.${name} has no column`);
  return column.type;
};

/** The range between two columns or values: whole days with the last one, or instants without the end. */
export const rangeSql = ({ isOfDays }: PeriodColumns, from: string, to: string): string =>
  isOfDays ? `daterange(${from}, ${to}, '[]'::text)` : `tstzrange(${from}, ${to})`;

/** Which rows count, as PostgreSQL writes it in a constraint. */
export function countedSql({ resource, when = {} }: PeriodColumns): string {
  const terms = Object.entries(when).map(([name, names = []]) => {
    const { wireOf } = choicesOf(fieldOf(resource, name));
    const codes = names.map(wireOf).map((code) => (typeof code === 'number' ? `${code}` : `'${code}'::text`));
    const column = columnOf(resource, name);
    return codes.length === 1 ? `${column} = ${codes.join('')}` : `${column} = any (array[${codes.join(', ')}])`;
  });
  return [...terms, 'not is_deleted'].join(' and ');
}

export const stored = (resource: AnyResource, name: string, value: unknown): unknown => {
  const field = fieldOf(resource, name);
  return kindOf(field).toStore(value ?? null, field);
};

type Bounds = Pick<PeriodColumns, 'from' | 'to' | 'isOfDays'>;

/** The constraints by which ends follow begins. */
export function orderConstraints(resource: AnyResource, rules: readonly Bounds[]): readonly Constraint[] {
  const orders = rules.map((rule): Constraint => {
    const [from, to] = [columnOf(resource, rule.from), columnOf(resource, rule.to)];
    return {
      name: `${resource.table}_${to}_check`.slice(0, 63),
      definition: `check (${to} ${rule.isOfDays ? '>=' : '>'} ${from})`,
    };
  });
  return orders.filter(({ name }, at) => orders.findIndex((each) => each.name === name) === at);
}

/** The constraints by which the database keeps periods apart and in order. */
export function periodConstraints(resource: AnyResource): readonly Constraint[] {
  const rules = periodColumns(resource).map((rule): Constraint => {
    const columns = rule.within.map((name) => columnOf(resource, name));
    const range = rangeSql(rule, columnOf(resource, rule.from), columnOf(resource, rule.to));
    const terms = ['tenant_id', ...columns].map((column) => `${column} with =`);
    return {
      name: `${resource.table}_${columns.join('_')}_period`.slice(0, 63),
      definition: `exclude using gist (${terms.join(', ')}, ${range} with &&) where (${countedSql(rule)})`,
    };
  });
  return [...rules, ...orderConstraints(resource, periodColumns(resource))];
}
