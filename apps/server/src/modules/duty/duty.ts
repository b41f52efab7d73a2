import type { ServerModule, Services } from '../../engine/public.ts';
import { copyWeek } from './copy-week.ts';
import { dutyTypeCode, dutyTypesForSelect } from './duty-types.ts';
import { shiftCode } from './shifts.ts';
import { dutyTexts } from './texts.ts';
import { onDutyToday } from './today.ts';

/** Types of duty and the roster. */
export const dutyModule = (services: Services): ServerModule => ({
  name: 'duty',
  texts: [dutyTexts],
  implementations: [dutyTypeCode, shiftCode(services)],
  calls: [dutyTypesForSelect, onDutyToday, copyWeek(services)],
});
