import type { ServerModule } from '../../engine/public.ts';
import type { Notify } from '../notices/public.ts';
import { expertCode, expertsForSelect } from './experts.ts';
import { followLicences, profileCode } from './profiles.ts';
import { nextServiceNo, volunteerCode, volunteerTexts } from './volunteers.ts';

export const staffModule = (notify: Notify): ServerModule => ({
  name: 'staff',
  texts: [volunteerTexts],
  implementations: [expertCode, profileCode, volunteerCode],
  calls: [expertsForSelect, nextServiceNo],
  follow: followLicences(notify),
});
