import { fieldOf, referenceTo, type AnyResource, type RowsPart } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';

import { labelWithUnit, resourceTitle } from '../../lib/labels.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { firstPage } from '../../resource-client/address.ts';
import { listRows } from '../../resource-client/calls.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { faceOf } from '../../resource-screens/field-kinds/faces.ts';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { failedMark } from './print-state.ts';
import css from './print.module.css';

interface RelatedProps {
  readonly part: RowsPart;
  readonly of: AnyResource;
  readonly id: number;
}

function Table({ part: { columns, most }, of, id, resource }: RelatedProps & { readonly resource: AnyResource }) {
  const filters = { [referenceTo(resource, of.name) ?? '']: String(id) };
  const { data, error } = useQuery({
    queryKey: ['print', resource.name, of.name, id, most],
    queryFn: ({ signal }) => listRows(resource, { state: { ...firstPage, size: most, filters }, signal }),
  });
  const rows = data?.rows ?? [];
  const names = useRefNames(resource, columns, rows);
  if (error)
    return (
      <p role="alert" {...{ [failedMark]: '' }}>
        {error.message}
      </p>
    );
  if (rows.length === 0) return null;
  return (
    <section className={css['part']}>
      <h2>{resourceTitle(resource)}</h2>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-align={faceOf(fieldOf(resource, name)).align}>
                {labelWithUnit(name, fieldOf(resource, name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((name) => (
                <td key={name} data-align={faceOf(fieldOf(resource, name)).align}>
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

/** The rows that refer to the row of a document. */
export function RelatedRows(props: RelatedProps) {
  const { definition } = useDefinition(props.part.of);
  return definition ? <Table {...props} resource={definition} /> : null;
}
