import { user } from '@kangmai/model/organization';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';

/**
 * Runs a change of units, says that it is done or what refused it, and reads the units and users again; after a
 * deletion of the units only the tree.
 */
export function useChange(): (work: () => Promise<unknown>, done: string, only?: 'tree') => Promise<void> {
  const { message } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  return async (work, done, only) => {
    try {
      await work();
      message.success(done);
    } catch (error) {
      failed(error);
    }
    void refreshRows(user);
    await client.invalidateQueries({ queryKey: only === undefined ? ['units'] : ['units', only] });
  };
}
