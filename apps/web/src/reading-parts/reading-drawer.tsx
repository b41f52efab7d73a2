import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { Drawer } from 'antd';

import { ApiError } from '../lib/api/api-error.ts';
import { useRow } from '../resource-client/use-row.ts';
import { resourceTitle } from '../lib/labels.ts';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { RowDescription } from '../resource-screens/row-description.tsx';
import { CorrectionHistory } from './correction-history.tsx';
import { ReadingActions } from './reading-actions.tsx';
import { T } from './reading-part-texts.ts';
import { TwinMark } from './reading-mark.tsx';

import type { AnyResource } from '@kangmai/resource';

/** Ids of replaced rows mean nothing to users. */
const hidden = ['supersedes'] as const;

interface ReadingDrawerProps {
  readonly kind: ReadingKind;
  readonly id: number;
  readonly onClose: () => void;
}

export function ReadingDrawer({ kind, id, onClose }: ReadingDrawerProps) {
  const resource: AnyResource = readingOfKind[kind];
  const { data: row, error, refetch } = useRow(resource, id);
  const isGone = error instanceof ApiError && error.status === 404;
  const title = T('detail', { kind: resourceTitle(resource) });
  return (
    <Drawer
      open
      title={title}
      size={640}
      onClose={onClose}
      {...(row && { extra: <ReadingActions kind={kind} resource={resource} row={row} onDone={onClose} /> })}
    >
      {!row && !error && <LoadingState />}
      {error && (
        <ErrorState message={isGone ? T('gone') : error.message} {...(!isGone && { onRetry: () => void refetch() })} />
      )}
      {row && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label={title}>
          {row.values['isTwin'] === true && <TwinMark isFull />}
          <CorrectionHistory kind={kind} row={row} />
          <RowDescription resource={resource} row={row} omit={hidden} />
        </div>
      )}
    </Drawer>
  );
}
