import type { ServerModule } from '../../engine/public.ts';
import type { Notify } from '../notices/public.ts';
import { expertCode, expertsForSelect } from './experts.ts';
import { followLicences, profileCode } from './profiles.ts';

/** Who serves clients: staff by their codes, and experts whom they may consult. */
export const staffModule = (notify: Notify): ServerModule => ({
  name: 'staff',
  implementations: [expertCode, profileCode],
  calls: [expertsForSelect],
  follow: followLicences(notify),
});
