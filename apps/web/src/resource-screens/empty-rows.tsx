import { EmptyState } from '../ui/states.tsx';
import { useListContext } from './list-context.ts';
import { useScreen } from './screen-context.ts';
import { T } from './screen-texts.ts';
import { useRights } from './use-writes.ts';

/** In place of rows: how to begin, or which filter hides them. */
export function EmptyRows() {
  const { resource, isFiltered, reset } = useListContext();
  const { createWord = T('create'), canCreate = true } = useScreen().options;
  const mayCreate = useRights(resource).mayCreate && canCreate;
  return isFiltered ? (
    <EmptyState onClearFilter={reset} />
  ) : (
    <EmptyState {...(mayCreate && { hint: T('emptyHint', { word: createWord }) })} />
  );
}
