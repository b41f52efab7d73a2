import { staffProfile } from '@kangmai/model/staff';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { LicenceCell } from './licence-cell.tsx';

const cells = { licenceEndsOn: LicenceCell };

export const StaffCodesScreen = () => <ResourceScreen resource={staffProfile} cells={cells} />;
