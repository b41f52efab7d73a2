import { alarmPaths } from '@kangmai/model/menu';

import { useFirstOpenable } from '../navigation/use-routes.ts';

/** The abnormal data page this user can open; undefined when there is none. */
export const useAlarmTarget = (): string | undefined => useFirstOpenable(alarmPaths);
