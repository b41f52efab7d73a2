import { staffApplication } from '@kangmai/model/staff';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { ApplicationStateCell } from './application-state-cell.tsx';
import { HouseCodeButton } from './house-code.tsx';
import { LicenceCell } from './licence-cell.tsx';

const cells = { licenceEndsOn: LicenceCell, state: ApplicationStateCell };

export const ApplicationsScreen = () => (
  <ResourceScreen resource={staffApplication} cells={cells} tools={<HouseCodeButton />} />
);
