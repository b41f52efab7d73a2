import type { ServerModule, Services } from '../../engine/public.ts';
import { copyWeek } from './copy-week.ts';
import { dutyTypeCode, dutyTypesForSelect } from './duty-types.ts';
import { handoverCode } from './handovers.ts';
import { shiftCode } from './shifts.ts';
import { dutyTexts } from './texts.ts';
import { onDutyToday } from './today.ts';

/** Types of duty, the roster, and hand-overs of the alarm desk. */
export const dutyModule = (services: Services): ServerModule => ({
  name: 'duty',
  texts: [dutyTexts],
  implementations: [dutyTypeCode, shiftCode(services), handoverCode(services)],
  calls: [dutyTypesForSelect, onDutyToday, copyWeek(services)],
});
