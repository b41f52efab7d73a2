import { visibleLength } from '@kangmai/domain';
import { z } from 'zod';

const fewest = 3;

/** The reason for a reveal: at least three visible characters. */
export const reasonForm = z
  .string()
  .trim()
  .max(200)
  .refine((text) => visibleLength(text) >= fewest, { message: 'reason.too-short' });
