import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';

import { useFailureNotice } from '../../../lib/use-failure-notice.ts';

import type { MembersOf } from '../../../resource-client/members.ts';

export const memberKey = ({ resource, name, id }: MembersOf, ...more: readonly unknown[]): readonly unknown[] => [
  'members',
  resource.name,
  name,
  id,
  ...more,
];

/** Changes members, says that it is done or what refused it, and reads them again. */
export function useChange(onChanged: () => void): (work: () => Promise<unknown>, done: string) => Promise<void> {
  const { message } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  return async (work, done) => {
    try {
      await work();
      message.success(done);
    } catch (error) {
      failed(error);
    }
    await client.invalidateQueries({ queryKey: ['members'] });
    onChanged();
  };
}
