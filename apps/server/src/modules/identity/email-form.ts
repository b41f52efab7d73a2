import { z } from 'zod';

/** An e-mail address as people type it. */
export const emailForm = z
  .string()
  .trim()
  .max(256)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
