import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { exportAsTask, exportRows } from '../../lib/api/resource-tasks.ts';
import { download } from '../../lib/api/resource-files.ts';
import { isSameArrangement, shownColumns } from '../../lib/lists/look.ts';
import { useListContext } from '../list-context.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './list-texts.ts';
import { refreshTasks } from './tasks.ts';

import type { ListLook } from '../use-list-look.ts';

/** More rows are written beside the calls. */
const mostDirect = 5000;
/** Ids that an address bears. */
const mostInAddress = 300;

/** Writes the list as it is asked for, or some of its rows, into a spreadsheet with the columns that are shown. */
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
