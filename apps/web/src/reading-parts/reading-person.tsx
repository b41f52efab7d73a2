import { client } from '@kangmai/model/clients';
import { permissionsOfCall } from '@kangmai/resource';

import { useRow } from '../resource-client/use-row.ts';
import { useCan } from '../lib/permissions.ts';
import { FieldCell } from '../resource-screens/field-cell.tsx';

import type { ReactNode } from 'react';

/** Name, sex and age of the person, to prevent a record on the wrong person. */
export function ReadingPerson({ id, instead }: { readonly id: number | null; readonly instead: ReactNode }) {
  const canRead = useCan(permissionsOfCall(client, 'edit'));
  const { data: person } = useRow(client, canRead ? id : null);
  if (!person || person.id !== id) return instead;
  return (
    <>
      {person.values.name} <FieldCell resource={client} name="gender" row={person} />{' '}
      <FieldCell resource={client} name="age" row={person} isFull />
    </>
  );
}
