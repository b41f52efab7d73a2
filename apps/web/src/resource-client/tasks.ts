import { wireCallOf } from '@kangmai/resource/wire';

import { api } from '../lib/api/api.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { bodyOf, rowInput, type Values } from './body.ts';
import { addressOf, type TempFile } from './temp-file.ts';
import { filtersQuery, listQuery, type ListState } from './query.ts';

import { targetOf, type Action, type AnyResource } from '@kangmai/resource';
import type { Query } from '../lib/api/query-string.ts';

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface ListTask {
  readonly id: number;
  readonly kind: 'export' | 'batch' | 'work';
  readonly resource: string;
  readonly title: string;
  /** Action on each row; null for deletions and exports. */
  readonly actionLabel: string | null;
  readonly state: TaskState;
  readonly totalRows: number | null;
  readonly doneRows: number;
  readonly failedRows: number;
  readonly fileName: string | null;
  /** What a work has counted, in words. */
  readonly figures: readonly { readonly label: string; readonly value: number }[];
  readonly hasFile: boolean;
  readonly failureText: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly fetchedAt: string | null;
}

export interface RowRefusal {
  readonly id: number;
  readonly name: string;
  readonly message: string;
}

/** What to export: the list with its filters or some rows, the order, and columns that differ from the default. */
export interface ExportAsk {
  readonly state: ListState;
  readonly ids?: readonly number[] | undefined;
  readonly columns?: readonly string[] | undefined;
}

export function exportQuery(resource: AnyResource, { state, ids, columns }: ExportAsk): Query {
  return {
    ...listQuery(resource, state),
    SkipCount: undefined,
    MaxResultCount: undefined,
    ...(ids && { IdFilter: ids.join(',') }),
    ...(columns && { columns: columns.join(',') }),
  };
}

/** Seconds to wait for a free export slot before a task is started instead. */
const waitSeconds = 2;

/** The user has other exports under way. */
const hasOthers = (error: unknown): boolean => error instanceof ApiError && error.reason === 'export.too-many';

/** Exports while the caller waits. Returns the address, or undefined while other exports of the user run. */
export async function exportRows(resource: AnyResource, query: Query): Promise<string | undefined> {
  const path = `${resource.wire.service}/${resource.wire.calls.excel ?? ''}`;
  try {
    return addressOf(await api.get<TempFile>(path, query, { waitSeconds }));
  } catch (error) {
    if (hasOthers(error)) return undefined;
    throw error;
  }
}

/** Starts a background export and returns the task id. */
export const exportAsTask = async ({ wire }: AnyResource, query: Query): Promise<number> =>
  (await api.post<{ readonly taskId: number }>(`${wire.service}/ExportAsTask`, query)).taskId;

/** Begins a long piece of work by its call, such as `AbnormalRules/Bench`; the tray of tasks shows it. */
export const beginWork = (call: string, body: object): Promise<{ readonly taskId: number; readonly steps: number }> =>
  api.post(call, body);

export const listTasks = (signal: AbortSignal): Promise<readonly ListTask[]> =>
  api.get('ListTasks/GetAll', {}, { signal });

export const getTask = (id: number, signal: AbortSignal): Promise<ListTask> =>
  api.get('ListTasks/Get', { id }, { signal });

export const taskFile = async (id: number): Promise<string> =>
  addressOf(await api.get<TempFile>('ListTasks/GetFile', { id }));

export const taskProblems = async (id: number, signal: AbortSignal): Promise<readonly RowRefusal[]> =>
  (
    await api.get<{ readonly items: readonly RowRefusal[] }>(
      'ListTasks/GetProblems',
      { id, MaxResultCount: 1000 },
      { signal },
    )
  ).items;

export const cancelTask = (id: number): Promise<void> => api.post('ListTasks/Cancel', { id });

export const dropTask = (id: number): Promise<void> => api.remove('ListTasks/Delete', { id });

/** Some rows with the versions that the user saw, or all rows of a list with the displayed count. */
export type RowsMeant =
  | { readonly rows: readonly { readonly id: number; readonly rowVersion: number | null }[] }
  | { readonly list: Pick<ListState, 'text' | 'filters'>; readonly expected: number };

export interface ManyOutcome {
  /** The background task, when there are many rows. */
  readonly taskId: number | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly problems: readonly RowRefusal[];
}

const meant = (resource: AnyResource, rows: RowsMeant): object =>
  'rows' in rows ? { rows: rows.rows } : { filter: filtersQuery(resource, rows.list), expected: rows.expected };

export const removeMany = (resource: AnyResource, rows: RowsMeant): Promise<ManyOutcome> =>
  api.post(`${resource.wire.service}/${resource.wire.calls.remove ?? 'Delete'}ForMany`, meant(resource, rows));

/** Runs an action on rows one by one; `values` by the names of the remaining input. */
export const runMany = (
  resource: AnyResource,
  action: Action,
  ask: { readonly rows: RowsMeant; readonly values: Values },
): Promise<ManyOutcome> =>
  api.post(`${resource.wire.service}/${wireCallOf(action).action}ForMany`, {
    ...meant(resource, ask.rows),
    input: bodyOf(action.input, ask.values),
  });

const anyRow = { id: 0, values: {} };

/** Inputs of an action that the row does not supply. */
export function askedOfMany(resource: AnyResource, { input }: Action): Action['input'] {
  const given = rowInput(resource, input, anyRow) ?? {};
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, field]) => !(name in given) && !(field.kind === 'refs' && targetOf(field) === resource.name),
    ),
  );
}
