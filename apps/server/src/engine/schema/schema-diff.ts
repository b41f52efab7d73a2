import type { AnyResource, Model } from '@kangmai/resource';
import { simplified, type Catalogue } from './catalogue.ts';
import type { Constraint } from '../traits/trait.ts';
import { clockIndexes, expectedIndexes, openToClock } from './schema-indexes.ts';
import { columnSql, draftTable, expectedColumns, expectedReferences, expectedRules, ownedElsewhere } from './schema.ts';

type Named = ReadonlyMap<string, string> | undefined;

/**
 * The SQL for one missing or different item; a change of existing columns becomes a remark, because it needs a
 * decision.
 */
function draftOf(
  found: Named,
  wanted: { readonly name: string; readonly definition: string },
  add: string,
): readonly string[] {
  const there = found?.get(wanted.name);
  if (there === undefined) return [add];
  return there === simplified(wanted.definition)
    ? []
    : [`-- ${wanted.name} is there as ${there}; the definition asks for: ${wanted.definition}`];
}

function draftChanges(resource: AnyResource, model: Model, catalogue: Catalogue): readonly string[] {
  const { table } = resource;
  const columns = expectedColumns(resource).flatMap((column) =>
    draftOf(
      catalogue.columns.get(table),
      { name: column.name, definition: `${column.type}${column.notNull ? ' not null' : ''}` },
      `alter table ${table} add column ${columnSql(column)};`,
    ),
  );
  const indexes = expectedIndexes(resource).flatMap((index) =>
    draftOf(catalogue.indexes.get(table), index, `${index.definition};`),
  );
  const draftConstraint = (found: Named, constraint: Constraint): readonly string[] =>
    draftOf(found, constraint, `alter table ${table} add constraint ${constraint.name} ${constraint.definition};`);
  const constraints = [
    ...expectedReferences(resource, model).flatMap((each) => draftConstraint(catalogue.references.get(table), each)),
    ...expectedRules(resource).flatMap((each) => draftConstraint(catalogue.rules.get(table), each)),
  ];
  const isClockNew = clockIndexes(resource).some(({ name }) => !catalogue.indexes.get(table)?.has(name));
  return [...columns, ...constraints, ...indexes, ...(isClockNew ? openToClock(resource) : [])];
}

/** The SQL that a database lacks for the definitions; empty when complete. */
export function draftMissing(model: Model, catalogue: Catalogue): string {
  return model.resources
    .filter(({ table, storage }) => storage !== 'view' && !ownedElsewhere.has(table))
    .map((resource) =>
      catalogue.columns.has(resource.table)
        ? draftChanges(resource, model, catalogue).join('\n')
        : draftTable(resource, model),
    )
    .filter((sql) => sql !== '')
    .join('\n\n');
}
