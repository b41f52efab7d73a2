import { client } from '@kangmai/model/clients';
import { tag } from '@kangmai/model/tags';
import { Link } from 'react-router';

import { lazyPart } from '../../lib/lazy-part.ts';
import { listPathOf } from '../../lib/list-pages.ts';
import { formatTotal } from '../../lib/units.ts';
import { firstPage, formatListState } from '../../resource-client/address.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';

import { T } from './tag-texts.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

const RuleBuilder = lazyPart(async () => (await import('./rule-builder.tsx')).RuleBuilder);

/** The number of clients with a tag, linked to the list of these. */
function ClientCount({ value, row: { id } }: CellProps) {
  const path = listPathOf('client');
  const shown = formatTotal(Number(value ?? 0));
  if (!value || path === undefined) return shown;
  return <Link to={path + formatListState(client, { ...firstPage, filters: { tag: String(id) } })}>{shown}</Link>;
}

const cells = { clientCount: ClientCount };
const inputs = { rule: { Input: RuleBuilder } };

export const TagLibraryScreen = () => (
  <ResourceScreen resource={tag} title={T('library')} cells={cells} inputs={inputs} />
);
