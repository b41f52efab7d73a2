import { fieldOf, referenceTo, type AnyResource, type Document, type RowsPart } from '@kangmai/resource';
import { daysOfPaper } from '@kangmai/domain';
import { useQuery } from '@tanstack/react-query';

import { labelWithUnit, resourceTitle } from '../../lib/labels.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { firstPage } from '../../resource-client/address.ts';
import { listRows } from '../../resource-client/calls.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { faceOf } from '../../resource-screens/field-kinds/faces.ts';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { PrintFault } from '../../ui/print-fault.tsx';
import css from '../../features/documents/print.module.css';

import type { Filters } from '../../resource-client/query.ts';

interface RelatedProps {
  readonly part: RowsPart;
  readonly of: AnyResource;
  readonly id: number;
  readonly paper: Document;
}

/** The rows that refer to a row, or those of a period in the states in which they are issued. */
function rowFilters({ of, id, paper: { period, issued } }: RelatedProps, resource: AnyResource): Filters {
  if (!period) return { [referenceTo(resource, of.name) ?? '']: String(id) };
  const days = daysOfPaper(period.of, id) ?? { from: '', to: '' };
  return { [period.by]: days, ...(issued?.in && resource.moves && { [resource.moves.on]: issued.in }) };
}

const shortKinds: readonly string[] = ['date', 'dateTime', 'choice', 'phone'];

function Table({ resource, ...asked }: RelatedProps & { readonly resource: AnyResource }) {
  const { part, of, id, paper } = asked;
  const { columns, most, sort = paper.period?.by ?? '' } = part;
  const state = { ...firstPage, size: most, filters: rowFilters(asked, resource), sort };
  const { data, error } = useQuery({
    queryKey: ['print', paper.key, resource.name, of.name, id, most],
    queryFn: ({ signal }) => listRows(resource, { state, signal }),
  });
  const rows = data?.rows ?? [];
  const alignOf = (name: string) => faceOf(fieldOf(resource, name)).align;
  const names = useRefNames(resource, columns, rows);
  if (error) return <PrintFault error={error} />;
  if (rows.length === 0) return null;
  return (
    <section className={css['part']}>
      {of !== resource && <h2>{resourceTitle(resource)}</h2>}
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-align={alignOf(name)}>
                {labelWithUnit(name, fieldOf(resource, name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((name) => (
                <td
                  key={name}
                  data-align={alignOf(name)}
                  data-short={shortKinds.includes(fieldOf(resource, name).kind)}
                >
                  <FieldCell resource={resource} name={name} row={row} names={names} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function RelatedRows(props: RelatedProps) {
  const { definition } = useDefinition(props.part.of);
  return definition ? <Table {...props} resource={definition} /> : null;
}
