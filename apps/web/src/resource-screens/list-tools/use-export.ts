import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { exportAsTask, exportQuery, exportRows } from '../../resource-client/tasks.ts';
import { download } from '../../resource-client/files.ts';
import { isSameArrangement, shownColumns } from '../../resource-client/lists/look.ts';
import { useListContext } from '../list-context.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './list-texts.ts';
import { refreshTasks } from './tasks.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Query } from '../../lib/api/query-string.ts';
import type { ListLook } from '../use-list-look.ts';

/** Above this number of rows the export is a background task. */
const mostDirect = 5000;
/** Number of ids that fit into an address. */
const mostInAddress = 300;

interface Sheet {
  readonly query: Query;
  /** The number of its rows, as far as it is known. */
  readonly rows?: number | undefined;
  readonly isLong?: boolean | undefined;
}

/** Downloads an export of a resource; a long one is written in the background. */
export function useSheet(resource: AnyResource) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  return useMutation({
    mutationFn: async ({ query, rows = 0, isLong = rows > mostDirect }: Sheet) => {
      const address = isLong ? undefined : await exportRows(resource, query);
      if (address !== undefined) return download(address);
      await exportAsTask(resource, query);
      message.info(T(isLong ? 'begunExport' : 'begunBesideOthers'));
      return refreshTasks();
    },
    onError: (error) => tell(error),
  });
}

/** Exports the list, or some of its rows, with the visible columns. */
export function useExport(look: ListLook) {
  const { resource, asked, page } = useListContext();
  const { isPending, mutate } = useSheet(resource);
  const run = (ids?: readonly number[]): void => {
    const columns = isSameArrangement(look, look.usual) ? undefined : shownColumns(look).map(({ name }) => name);
    const query = exportQuery(resource, { state: asked, ids, columns });
    mutate({ query, rows: page?.total, isLong: ids ? ids.length > mostInAddress : page?.isCapped || undefined });
  };
  return { isPending, run };
}
