import { useFailureNotice } from '../../../lib/use-failure-notice.ts';
import { refreshRows } from '../../../resource-client/row-keys.ts';
import { useSave } from '../../use-writes.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Values } from '../../../resource-client/body.ts';
import type { ScreenRow } from '../../../resource-client/row.ts';

interface Ends {
  readonly onDone?: () => void;
  readonly onEnd?: () => void;
}

/** Saves what a drop changes in a row, by the version that was shown; a refusal is shown and the rows reload. */
export function useSaveMove(resource: AnyResource): (row: ScreenRow, values: Values, ends?: Ends) => void {
  const tell = useFailureNotice();
  const { mutateAsync } = useSave(resource);
  return (row, values, { onDone, onEnd } = {}) => {
    const refused = (error: unknown): Promise<void> => {
      tell(error);
      return refreshRows(resource);
    };
    mutateAsync({ values, row })
      .then(onDone, refused)
      .catch(() => undefined)
      .finally(onEnd);
  };
}
