import { client } from '@kangmai/model';
import { permissionsOfCall, shownText } from '@kangmai/resource';

import { useRow } from '../../lib/api/use-row.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { FieldCell } from '../field-cell.tsx';

import type { ScreenRow } from '../../lib/api/resource-row.ts';

/** Whose reading it is: name, sex and age, so that nobody writes on the wrong person. */
export function ReadingPerson({ row }: { readonly row: ScreenRow }) {
  const canRead = useCan(permissionsOfCall(client, 'edit'));
  const id = typeof row.values['client'] === 'number' ? row.values['client'] : null;
  const { data: person } = useRow(client, canRead ? id : null);
  if (!person) return shownText(row.joined['client.name']) || L('word.empty');
  return <>{person.values.name} <FieldCell resource={client} name="gender" row={person} /> <FieldCell resource={client} name="age" row={person} isFull /></>;
}
