import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { actionLabel } from '../../lib/labels.ts';
import { formatTotal } from '../../lib/units.ts';
import { useListContext } from '../list-context.ts';
import { useSelected } from '../screen-context.ts';
import { useRights } from '../use-writes.ts';
import { T } from './list-texts.ts';
import css from './lists.module.css';
import { useExport } from './use-export.ts';
import { useManyActions, useSelection } from './use-many.ts';

import type { Action } from '@kangmai/resource';
import type { ListLook } from '../use-list-look.ts';

const ManyActionDialog = lazy(async () => ({ default: (await import('./many-dialog.tsx')).ManyActionDialog }));
const ManyRemoveDialog = lazy(async () => ({ default: (await import('./many-dialog.tsx')).ManyRemoveDialog }));

type Asking = 'remove' | Action | null;

/** Selects all rows that match the filters, as a condition instead of row by row. */
function WholeButton() {
  const { page, condition } = useListContext();
  const { selected, selectAll } = useSelected();
  const total = page?.total ?? 0;
  if (total <= selected.size || page?.isCapped) return null;
  return (
    <Button type="link" size="small" onClick={() => selectAll(condition)}>
      {T('selectWhole', { n: formatTotal(total) })}
    </Button>
  );
}

function Moves({ look, onAsk }: { readonly look: ListLook; readonly onAsk: (asking: Asking) => void }) {
  const { resource } = useListContext();
  const { selected } = useSelected();
  const { isWhole } = useSelection();
  const { mayRemove, mayExport } = useRights(resource);
  const { isPending, run } = useExport(look);
  return (
    <>
      {useManyActions(resource).map((action) => (
        <Button key={action.wire} size="small" onClick={() => onAsk(action)}>
          {actionLabel(action)}
        </Button>
      ))}
      {mayExport && (
        <Button size="small" loading={isPending} onClick={() => run(isWhole ? undefined : [...selected.keys()])}>
          {T('exportSelected')}
        </Button>
      )}
      {mayRemove && (
        <Button size="small" danger onClick={() => onAsk('remove')}>
          {T('removeSelected')}
        </Button>
      )}
    </>
  );
}

export function SelectionBar({ look }: { readonly look: ListLook }) {
  const { selected, unselect } = useSelected();
  const { count, isWhole } = useSelection();
  const [asking, setAsking] = useState<Asking>(null);
  const closeDialog = (): void => setAsking(null);
  if (selected.size === 0 && !isWhole) return null;
  return (
    <div className={css['selection']}>
      <span role="status">{T(isWhole ? 'selectedWhole' : 'selected', { n: count })}</span>
      <Button type="link" size="small" onClick={unselect}>
        {T('unselect')}
      </Button>
      {!isWhole && <WholeButton />}
      <Moves look={look} onAsk={setAsking} />
      <Suspense>
        {asking === 'remove' && <ManyRemoveDialog onClose={closeDialog} />}
        {asking !== null && asking !== 'remove' && <ManyActionDialog action={asking} onClose={closeDialog} />}
      </Suspense>
    </div>
  );
}
