import { facesOf } from '@kangmai/resource';
import { staffProfile } from '@kangmai/model/staff';

import { resourceTitle } from '../../lib/labels.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { LicenceCell } from './licence-cell.tsx';

const [doctor] = facesOf([staffProfile], []);
const cells = { licenceEndsOn: LicenceCell };
const columns = [
  'name',
  'title',
  'department',
  'hospital',
  'licenceEndsOn',
  'account',
  'consultFee',
  'acceptsConsult',
  'sortNo',
  'isEnabled',
];

export const DoctorsScreen = () =>
  doctor && <ResourceScreen resource={doctor} title={resourceTitle(doctor)} columns={columns} cells={cells} />;
