import { gzhTemplate } from '@kangmai/model/platform';

import { queryClient } from '../../lib/api/query-client.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';

/** Key of the sendings of the official account. */
export const logsKey = [...rowKeys.all(gzhTemplate), 'logs'] as const;

export const readLogsAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: logsKey });
