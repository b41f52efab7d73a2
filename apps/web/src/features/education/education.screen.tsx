import { healthEducation } from '@kangmai/model/education';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { ActivityCodesButton } from './activity-codes-button.tsx';

const actions = [ActivityCodesButton];

/** Activities of health education; those that people enrol for have QR codes. */
export const EducationScreen = () => <ResourceScreen resource={healthEducation} rowActions={actions} />;
