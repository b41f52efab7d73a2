import { z } from 'zod';

/** Input that names a row. */
export const rowInput = z.object({ id: z.coerce.number().int().positive() });

/** Input that asks for a page of what belongs to a row. */
export const pageInput = (usualCount: number) =>
  rowInput.extend({
    skipCount: z.coerce.number().int().min(0).default(0),
    maxResultCount: z.coerce.number().int().min(1).max(1000).default(usualCount),
  });

/** The part of a list that is asked for. */
export type Paging = Omit<z.output<ReturnType<typeof pageInput>>, 'id'>;
