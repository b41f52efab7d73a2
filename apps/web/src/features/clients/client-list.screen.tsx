import { client } from '@kangmai/model/clients';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { screenPath } from '../../lib/screen-path.ts';
import { T } from './client-texts.ts';

const columns = [
  'name',
  'gender',
  'age',
  'phone',
  'deviceCount',
  'openCases',
  'riskTags',
  'state',
  'healthManager',
  'doctor',
  'isVip',
  'organizationUnit',
  'archiveNo',
] as const;

const searchFields = ['gender', 'age', 'riskTags', 'healthManager', 'state'] as const;

const clientPath = ({ id }: { readonly id: number }): string => screenPath('clientDetail', id);

export function ClientListScreen() {
  return (
    <ResourceScreen
      resource={client}
      title={T('list')}
      columns={columns}
      searchFields={searchFields}
      detailPath={clientPath}
    />
  );
}
