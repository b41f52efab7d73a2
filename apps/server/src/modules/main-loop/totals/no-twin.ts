import { readingTwins } from '@kangmai/model';
import { namedInSql } from '../../../engine/public.ts';

/** True unless an equal reading of another source counts instead. `row` is the alias of the reading. */
export const isNoTwin = (row: string): string => `not ${namedInSql(readingTwins, row)}`;
