import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { exportAsTask, exportRows } from '../../resource-client/tasks.ts';
import { download } from '../../resource-client/files.ts';
import { isSameArrangement, shownColumns } from '../../resource-client/lists/look.ts';
import { useListContext } from '../list-context.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './list-texts.ts';
import { refreshTasks } from './tasks.ts';

import type { ListLook } from '../use-list-look.ts';

/** Above this number of rows the export is a background task. */
const mostDirect = 5000;
/** Number of ids that fit into an address. */
const mostInAddress = 300;

/** Exports the list, or some of its rows, with the visible columns. */
export function useExport(look: ListLook) {
  const { resource, asked, page } = useListContext();
  const { message } = App.useApp();
  const tell = useFailureNotice();
  return useMutation({
    mutationFn: async (ids?: readonly number[]) => {
      const columns = isSameArrangement(look, look.usual) ? undefined : shownColumns(look).map(({ name }) => name);
      const ask = { state: asked, ids, columns };
      const isLong = ids ? ids.length > mostInAddress : page?.isCapped || (page?.total ?? 0) > mostDirect;
      const address = isLong ? undefined : await exportRows(resource, ask);
      if (address !== undefined) return download(address);
      await exportAsTask(resource, ask);
      message.info(T(isLong ? 'begunExport' : 'begunBesideOthers'));
      return refreshTasks();
    },
    onError: (error) => tell(error),
  });
}
