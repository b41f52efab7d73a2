import { use } from 'react';

import { ListContext } from '../resource-screens/list-context.ts';
import { TwinMark } from './reading-mark.tsx';
import { useTwins } from './use-twins.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import type { ScreenRow } from '../resource-client/row.ts';

interface TwinNoteProps {
  readonly kind: ReadingKind;
  readonly row: ScreenRow;
  readonly isFull?: boolean | undefined;
}

/** Marks a reading that duplicates one of another source; one request per page of rows. */
export function TwinNote({ kind, row, isFull = true }: TwinNoteProps) {
  const rows = use(ListContext)?.rows;
  const isListed = rows?.some(({ id }) => id === row.id) === true;
  const twins = useTwins(kind, rows && isListed ? rows : [row]);
  return twins.has(row.id) && <TwinMark isFull={isFull} />;
}
