import { hasHistory, type AnyResource } from '@kangmai/resource';
import { Suspense, useState } from 'react';

import { lazyPart } from '../../../lib/lazy-part.ts';
import { LoadingState } from '../../../ui/states.tsx';
import { T } from './history-texts.ts';
import css from './row-history.module.css';

const RowHistory = lazyPart(async () => (await import('./row-history.tsx')).RowHistory);

/** The changes of a row, loaded when they are unfolded. */
export function FoldedHistory({ resource, id }: { readonly resource: AnyResource; readonly id: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!hasHistory(resource)) return null;
  return (
    <details className={css['fold']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{T('title')}</summary>
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <RowHistory resource={resource} id={id} />
        </Suspense>
      )}
    </details>
  );
}
