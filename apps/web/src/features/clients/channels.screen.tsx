import { client, knowingChannel } from '@kangmai/model/clients';
import { Link } from 'react-router';

import { listPathOf } from '../../lib/list-pages.ts';
import { formatTotal } from '../../lib/units.ts';
import { firstPage, formatListState } from '../../resource-client/address.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

/** The number of clients of a channel, linked to the list of these. */
function ClientCount({ value, row: { id } }: CellProps) {
  const path = listPathOf('client');
  const shown = formatTotal(Number(value ?? 0), false);
  if (!value || path === undefined) return shown;
  return (
    <Link to={path + formatListState(client, { ...firstPage, filters: { knowingChannel: String(id) } })}>{shown}</Link>
  );
}

const cells = { clientCount: ClientCount };

export const ChannelsScreen = () => <ResourceScreen resource={knowingChannel} cells={cells} />;
