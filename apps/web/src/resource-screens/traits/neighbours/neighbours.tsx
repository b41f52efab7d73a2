import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
import { useOpenRowKeys } from '../../../lib/use-hot-keys.ts';
import { useHasKeys } from '../../../resource-client/lists/my-lists.ts';
import { listRows } from '../../../resource-client/calls.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTab } from '../../../ui/tab-host/tab-context.ts';
import { T } from '../../screen-texts.ts';
import { rememberList, seenList, type SeenList } from './list-memory.tsx';

interface Beside {
  readonly id?: number | undefined;
  /** The page of the list that holds the neighbour, where it is another one. */
  readonly page?: number;
}

/** The row before or behind another one in the order of its list; undefined at the ends. */
function besideIn({ ids, asked, total }: SeenList, id: number, step: -1 | 1): Beside | undefined {
  const at = ids.indexOf(id);
  if (at < 0) return undefined;
  const next = ids[at + step];
  if (next !== undefined) return { id: next };
  const page = asked.page + step;
  return page >= 1 && (page - 1) * asked.size < total ? { page } : undefined;
}

/** 上一条 and 下一条 of the list that the page was opened from, over its pages; none for an address opened by itself. */
export function Neighbours({ path, id }: { readonly path: string; readonly id: number }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const failed = useFailureNotice();
  const tab = useTab();
  const list = seenList(path);
  const goTo = async (from: SeenList, step: -1 | 1, beside: Beside): Promise<void> => {
    let next = beside.id;
    if (beside.page !== undefined) {
      const asked = { ...from.asked, page: beside.page };
      const page = await client.fetchQuery({
        queryKey: rowKeys.list(from.resource, asked),
        queryFn: ({ signal }) => listRows(from.resource, { state: asked, signal }),
      });
      const ids = page.rows.map((row) => row.id);
      rememberList(path, { ...from, asked, ids, total: page.total });
      next = ids.at(step === 1 ? 0 : -1);
    }
    if (next === undefined) return;
    // One tab goes along the list, and Back leads to the list.
    await navigate(`${path}/${next}`, { replace: true });
    tab.close();
  };
  const isListed = list?.ids.includes(id) === true;
  const step = (by: -1 | 1): void => {
    const beside = list && besideIn(list, id, by);
    if (list && beside) void goTo(list, by, beside).catch(failed);
  };
  useOpenRowKeys({ isOn: useHasKeys() && isListed, inside: null, onStep: step });
  if (!list || !isListed) return null;
  const button = (by: -1 | 1) => {
    const beside = besideIn(list, id, by);
    return (
      <IconButton
        name={T(by === 1 ? 'next' : 'previous')}
        icon={by === 1 ? <RightOutlined /> : <LeftOutlined />}
        disabled={!beside}
        onClick={() => step(by)}
      />
    );
  };
  return (
    <>
      {button(-1)}
      {button(1)}
    </>
  );
}
