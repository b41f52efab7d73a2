import { table } from './source.ts';

/** The problems of an import's lines. */
export const importProblems = table('import_problem', {
  tenantId: 'bigint',
  batchId: 'bigint',
  rowNumber: 'integer',
  position: 'smallint',
  isDuplicate: 'boolean',
  field: 'text?',
  reason: 'text',
  params: 'jsonb',
});

/** Rows that a task could not change. */
export const listTaskProblems = table('list_task_problem', {
  tenantId: 'bigint',
  taskId: 'bigint',
  rowId: 'bigint',
  field: 'text?',
  reason: 'text',
  params: 'jsonb',
});
