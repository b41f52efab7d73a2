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

/** How users have arranged their lists. */
export const listLooks = table('list_look', {
  tenantId: 'bigint',
  userId: 'bigint',
  resource: 'text',
  place: 'text',
  look: 'jsonb',
  rowVersion: 'integer',
});

/** Views of lists, kept under a name. */
export const listViews = table('list_view', {
  tenantId: 'bigint',
  id: 'bigint',
  resource: 'text',
  name: 'text',
  isShared: 'boolean',
  state: 'jsonb',
  userId: 'bigint',
  rowVersion: 'integer',
});

/** The views with which lists open. */
export const listViewDefaults = table('list_view_default', {
  tenantId: 'bigint',
  userId: 'bigint',
  resource: 'text',
  viewId: 'bigint',
});

/** Names of all accounts, inactive ones included. */
export const userNames = table('app_user', { tenantId: 'bigint', id: 'bigint', fullName: 'text' });
