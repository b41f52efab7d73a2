import { client } from '@kangmai/model/clients';
import { Button } from 'antd';

import { lazyPart } from '../../lib/lazy-part.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { screenPath } from '../../lib/screen-path.ts';
import { useMinWidth } from '../../ui/use-min-width.ts';
import { MergesLink } from './merges-link.tsx';
import { FamilyCell } from './family-cell.tsx';
import { T } from './client-texts.ts';

import type { ScreenOptions } from '../../resource-screens/screen-context.ts';
import type { ListOptions } from '../../resource-screens/use-list.ts';

const ClientWizard = lazyPart(async () => (await import('./wizard/client-wizard.tsx')).ClientWizard);

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
  'familyName',
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

const clientCells = { familyName: FamilyCell };

const clientPath = ({ id }: { readonly id: number }): string => screenPath('clientDetail', id);

type Preset = Pick<ScreenOptions, 'title' | 'columns' | 'searchFields' | 'defaults'> & {
  readonly list?: Pick<ListOptions, 'fixed'>;
};

/** A list of clients with the wizard for new ones; presets differ in columns and in the rows that they show. */
export const ClientList = (preset: Preset) => (
  <ResourceScreen
    resource={client}
    cells={clientCells}
    CreateForm={ClientWizard}
    tools={tools}
    detailPath={clientPath}
    {...preset}
  />
);

export const ClientListScreen = () => <ClientList title={T('list')} columns={columns} searchFields={searchFields} />;
