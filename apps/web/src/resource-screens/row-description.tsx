import { RowSteps } from './traits/moves/row-steps.tsx';
import { RowSummary } from './traits/summary/row-summary.tsx';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';

interface DescriptionProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly omit?: readonly string[];
}

export const RowDescription = ({ resource, row, omit = [] }: DescriptionProps) => (
  <>
    {resource.moves && <RowSteps resource={resource} values={row.values} />}
    <RowSummary resource={resource} row={row} omit={omit} isPlain />
  </>
);
