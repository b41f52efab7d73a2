import { z } from 'zod';
import { arrayOf, timestamp, whole } from '../call-shapes/answers.ts';

export const batchOutput = z.object({
  id: whole,
  resource: z.string(),
  fileName: z.string(),
  state: z.string(),
  onDuplicate: z.enum(['skip', 'update']).nullable(),
  totalRows: whole,
  validRows: whole,
  problemRows: whole,
  duplicateRows: whole,
  writtenRows: whole,
  doneRows: whole,
  attempts: whole,
  unknownColumns: arrayOf(z.string()),
  failureRow: whole.nullable(),
  userId: whole,
  userName: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  failureReason: z.string().nullable(),
  failureText: z.string().nullable(),
  hasFile: z.boolean(),
  canUndo: z.boolean(),
});

/** A line of the check report in an answer. */
export const problemOutput = z.object({
  line: whole,
  isDuplicate: z.boolean(),
  column: z.string().nullable(),
  problem: z.string(),
  suggestion: z.string().nullable(),
});
