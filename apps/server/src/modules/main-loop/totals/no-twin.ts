import { readingTwins } from '@kangmai/model';
import { namedInSql } from '../../../engine/public.ts';

/** True of a row that stands for itself: no equal one of another source counts in its place. `row` is its name in the statement. */
export const isNoTwin = (row: string): string => `not ${namedInSql(readingTwins, row)}`;
