import { client } from '@kangmai/model/clients';
import { useMemo } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { screenPath } from '../../lib/screen-path.ts';
import { T } from './client-texts.ts';

import type { ExtraColumn } from '../../resource-screens/screen-context.ts';

const columns = [
  'name',
  'gender',
  'age',
  'phone',
  'riskTags',
  'state',
  'healthManager',
  'doctor',
  'isVip',
  'organizationUnit',
  'archiveNo',
] as const;

const searchFields = ['gender', 'age', 'riskTags', 'healthManager', 'state'] as const;

const deviceCount = (): ExtraColumn<typeof client> => ({
  key: 'deviceCount',
  title: T('deviceCount'),
  width: 80,
  align: 'right',
  render: ({ beside }) => (typeof beside['deviceCount'] === 'number' ? beside['deviceCount'] : L('word.empty')),
});
const clientPath = ({ id }: { readonly id: number }): string => screenPath('clientDetail', id);

export function ClientListScreen() {
  const extraColumns = useMemo(() => [deviceCount()], []);
  return (
    <ResourceScreen
      resource={client}
      title={T('list')}
      columns={columns}
      searchFields={searchFields}
      extraColumns={extraColumns}
      detailPath={clientPath}
    />
  );
}
