import { healthEducation } from '@kangmai/model/education';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { ActivityCodesButton } from './activity-codes-button.tsx';
import { PlacesCell } from './places-cell.tsx';

const actions = [ActivityCodesButton];
const cells = { maxCount: PlacesCell };

/** Activities of health education; those that people enrol for have QR codes. */
export const EducationScreen = () => <ResourceScreen resource={healthEducation} rowActions={actions} cells={cells} />;
