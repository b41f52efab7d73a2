import { family } from '@kangmai/model/clients';
import { permissionsOfCall } from '@kangmai/resource';
import { Link } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { listPathOf } from '../../lib/list-pages.ts';
import { useCan } from '../../lib/permissions.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

/** The family of a client; a link for those who may open families. */
export function FamilyCell({ value, row }: CellProps) {
  const mayOpen = useCan([permissionsOfCall(family, 'list')].flat());
  const path = mayOpen ? listPathOf(family.name) : undefined;
  if (typeof value !== 'string') return L('word.empty');
  return path === undefined ? value : <Link to={`${path}?id=${String(row.values['familyId'])}`}>{value}</Link>;
}
