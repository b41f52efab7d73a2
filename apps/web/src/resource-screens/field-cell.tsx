import { use } from 'react';

import { faceOf } from './field-kinds/faces.ts';

import { ScreenContext } from './screen-context.ts';

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
  const screen = use(ScreenContext);
  const field = resource.fields[name];
  if (!field) return null;
  const Cell = (screen?.resource === resource && screen.options.cells?.[name]) || faceOf(field).Cell;
  return <Cell resource={resource} name={name} field={field} row={row} value={row.values[name] ?? null} names={names} isFull={isFull} />;
}
