import { alarmPaths } from '@kangmai/model/menu';

import { useFirstOpenable } from '../navigation/use-routes.ts';

export const useAlarmTarget = (): string | undefined => useFirstOpenable(alarmPaths);
