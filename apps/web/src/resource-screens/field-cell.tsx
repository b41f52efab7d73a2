import { faceOf } from './field-kinds/faces.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../lib/api/resource-row.ts';
import type { NamesByTarget } from './use-lookup.ts';

interface FieldCellProps {
  readonly resource: AnyResource;
  readonly name: string;
  readonly row: ScreenRow;
  readonly names?: NamesByTarget;
  readonly isFull?: boolean;
}

const noNames: NamesByTarget = {};

/** One value of a row as its kind shows it. */
export function FieldCell({ resource, name, row, names = noNames, isFull = false }: FieldCellProps) {
  const field = resource.fields[name];
  if (!field) return null;
  const { Cell } = faceOf(field);
  return <Cell resource={resource} name={name} field={field} row={row} value={row.values[name] ?? null} names={names} isFull={isFull} />;
}
