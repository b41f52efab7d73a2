import { client } from '@kangmai/model/clients';
import { Button } from 'antd';

import { useListContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { screenPath } from '../../lib/screen-path.ts';
import { useMinWidth } from '../../ui/use-min-width.ts';
import { MergesLink } from './merges-link.tsx';
import { T } from './client-texts.ts';

const columns = [
  'name',
  'gender',
  'age',
  'phone',
  'deviceCount',
  'openCases',
  'earlyWarning',
  'riskTags',
  'state',
  'healthManager',
  'doctor',
  'isVip',
  'organizationUnit',
  'archiveNo',
] as const;

const searchFields = ['gender', 'age', 'riskTags', 'healthManager', 'state'] as const;

const worstFirst = '-earlyWarning';

/** From this width on the button fits the line of tools; below it the head of the column sorts. */
const roomyWidth = 1600;

/** Sorts by the early warning score, and back to the usual order. */
function WorstFirst() {
  const { state, change } = useListContext(client);
  const isOn = state.sort === worstFirst;
  return useMinWidth(roomyWidth) ? (
    <Button
      type={isOn ? 'primary' : 'default'}
      aria-pressed={isOn}
      onClick={() => change({ sort: isOn ? '' : worstFirst, page: 1 })}
    >
      {T('worstFirst')}
    </Button>
  ) : null;
}

const tools = (
  <>
    <MergesLink />
    <WorstFirst />
  </>
);

const clientPath = ({ id }: { readonly id: number }): string => screenPath('clientDetail', id);

export function ClientListScreen() {
  return (
    <ResourceScreen
      resource={client}
      title={T('list')}
      columns={columns}
      searchFields={searchFields}
      tools={tools}
      detailPath={clientPath}
    />
  );
}
