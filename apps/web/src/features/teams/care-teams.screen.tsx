import { careTeam } from '@kangmai/model/organization';

import { resourceTitle } from '../../lib/labels.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { MembersButton } from './members-button.tsx';
import { TeamCards } from './team-cards.tsx';

const actions = [MembersButton];
const list = { usual: { size: 50 } } as const;

export function CareTeamsScreen() {
  return (
    <ResourceScreen resource={careTeam} title={resourceTitle(careTeam)} list={list} rowActions={actions}>
      <TeamCards />
    </ResourceScreen>
  );
}
