import { use } from 'react';

import { ListContext } from '../resource-screens/list-context.ts';
import { TwinMark } from './reading-mark.tsx';
import { useTwins } from './use-twins.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import type { ScreenRow } from '../lib/api/resource-row.ts';

interface TwinNoteProps {
  readonly kind: ReadingKind;
  readonly row: ScreenRow;
  readonly isFull?: boolean | undefined;
}

/** The mark of a reading that says what one of another source says; in a list one question a page of rows. */
export function TwinNote({ kind, row, isFull = true }: TwinNoteProps) {
  const rows = use(ListContext)?.rows;
  const isListed = rows?.some(({ id }) => id === row.id) === true;
  const twins = useTwins(kind, rows && isListed ? rows : [row]);
  return twins.has(row.id) && <TwinMark isFull={isFull} />;
}
