import { Suspense } from 'react';

import { lazyPart } from '../../../lib/lazy-part.ts';
import { useListContext } from '../../list-context.ts';
import css from './sum-place.module.css';

const SumRow = lazyPart(async () => (await import('./sum-row.tsx')).SumRow);

/** The place of the sums, kept before they are known, so that as many rows fit as before. */
export function SumPlace() {
  const { resource, isLoading, page } = useListContext();
  if (resource.list.sums.length === 0) return null;
  return (
    <div data-sums className={css['place']} hidden={!isLoading && !page?.sums}>
      <Suspense fallback={<span aria-busy="true" />}>{page?.sums && <SumRow sums={page.sums} />}</Suspense>
    </div>
  );
}
