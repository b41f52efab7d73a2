import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
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
  if (!list?.ids.includes(id)) return null;
  const goTo = async (step: -1 | 1, beside: Beside): Promise<void> => {
    let next = beside.id;
    if (beside.page !== undefined) {
      const asked = { ...list.asked, page: beside.page };
      const page = await client.fetchQuery({
        queryKey: rowKeys.list(list.resource, asked),
        queryFn: ({ signal }) => listRows(list.resource, { state: asked, signal }),
      });
      const ids = page.rows.map((row) => row.id);
      rememberList(path, { ...list, asked, ids, total: page.total });
      next = ids.at(step === 1 ? 0 : -1);
    }
    if (next === undefined) return;
    // One tab goes along the list, and Back leads to the list.
    await navigate(`${path}/${next}`, { replace: true });
    tab.close();
  };
  const button = (step: -1 | 1) => {
    const beside = besideIn(list, id, step);
    return (
      <IconButton
        name={T(step === 1 ? 'next' : 'previous')}
        icon={step === 1 ? <RightOutlined /> : <LeftOutlined />}
        disabled={!beside}
        onClick={() => beside && void goTo(step, beside).catch(failed)}
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
