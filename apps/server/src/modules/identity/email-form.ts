import { z } from 'zod';

export const emailForm = z
  .string()
  .trim()
  .max(256)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
