import { fieldOf, shownFields, type AnyResource } from '@kangmai/resource';
import { use } from 'react';

import { fieldLabel } from '../lib/labels.ts';
import { useReveal } from '../resource-client/use-reveal.ts';
import { MaskedValue } from '../ui/masked-value.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { ScreenContext } from './screen-context.ts';

import type { ScreenRow } from '../resource-client/row.ts';
import type { NamesByTarget } from './use-lookup.ts';

interface FieldCellProps {
  readonly resource: AnyResource;
  readonly name: string;
  readonly row: ScreenRow;
  readonly names?: NamesByTarget;
  readonly isFull?: boolean;
  readonly isEye?: boolean; // Without a value: only the button that reveals a masked value beside its input.
}

function Drawn({
  resource,
  name,
  row,
  names = {},
  isFull = false,
  value,
}: FieldCellProps & { readonly value: unknown }) {
  const screen = use(ScreenContext);
  const field = shownFields(resource)[name];
  if (!field) return null;
  const Cell = (screen?.resource === resource && screen.options.cells?.[name]) || faceOf(field).Cell;
  return <Cell resource={resource} name={name} field={field} row={row} value={value} names={names} isFull={isFull} />;
}

/** A value as its kind renders it; in full view a masked value can be revealed. */
export function FieldCell({ isEye = false, ...props }: FieldCellProps) {
  const { resource, name, row, isFull = isEye } = props;
  const ask = useReveal({ resource, name, id: row.id });
  const value = row.values[name] ?? null;
  const rendered = (shown: unknown) => <Drawn {...props} isFull={isFull} value={shown} />;
  if (!ask || !isFull || value === null) return isEye ? null : rendered(value);
  return (
    <MaskedValue
      key={row.id}
      label={fieldLabel(name, fieldOf(resource, name))}
      masked={!isEye && rendered(value)}
      ask={ask}
    >
      {rendered}
    </MaskedValue>
  );
}
