import { staffApplication } from '@kangmai/model/staff';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { HouseCodeButton } from './house-code.tsx';
import { LicenceCell } from './licence-cell.tsx';

const cells = { licenceEndsOn: LicenceCell };

/** The queue of applications: what waits stands first. */
export const ApplicationsScreen = () => (
  <ResourceScreen resource={staffApplication} cells={cells} tools={<HouseCodeButton />} />
);
