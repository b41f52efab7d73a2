import { z } from 'zod';

/** A day of a request, within the years for which zones and calendars reckon. */
export const askedDay = z.iso
  .date()
  .refine((text) => text >= '1900-01-01' && text <= '2999-12-31', 'field.beyond-years');
