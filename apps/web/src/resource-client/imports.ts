import { api } from '../lib/api/api.ts';
import { addressOf, type TempFile } from './temp-file.ts';

import type { AnyResource } from '@kangmai/resource';

export type ImportState = 'checking' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone' | 'failed' | 'cancelled';

/** An import. Counts are of lines; `doneRows` is the progress of the current step. */
export interface ImportBatch {
  readonly id: number;
  readonly fileName: string;
  readonly state: ImportState;
  readonly totalRows: number;
  readonly validRows: number;
  readonly problemRows: number;
  readonly duplicateRows: number;
  readonly writtenRows: number;
  readonly doneRows: number;
  readonly unknownColumns: readonly string[];
  readonly failureText: string | null;
  readonly failureRow: number | null;
  readonly createdAt: string;
  readonly canUndo: boolean;
  /** Existing rows can be updated from the file. */
  readonly canUpdate: boolean;
  /** Its lines can be corrected before they are written. */
  readonly canCorrect: boolean;
  readonly onDuplicate: 'skip' | 'update' | null;
  /** Sentences on what became of the rows written; of a single import only. */
  readonly outcome?: readonly string[];
}

export interface ImportProblem {
  readonly line: number;
  readonly isDuplicate: boolean;
  readonly column: string | null;
  readonly problem: string;
  readonly suggestion: string | null;
}

export const importTemplate = async ({ wire }: AnyResource): Promise<string> =>
  addressOf(await api.get<TempFile>(`${wire.service}/GetImportTemplate`));

/** Uploads a spreadsheet and starts the check; returns the batch id. Nothing is imported before confirmation. */
export async function beginImport({ wire }: AnyResource, file: File): Promise<number> {
  const form = new FormData();
  form.append('file', file);
  const { fileToken } = await api.post<{ readonly fileToken: string }>('/UpLoad/UpLoadSheet', form);
  return (await api.post<{ readonly id: number }>(`${wire.service}/ImportFromExcel`, { fileToken })).id;
}

export const getImport = (id: number, signal: AbortSignal): Promise<ImportBatch> =>
  api.get('Imports/Get', { id }, { signal });

export const listImports = ({ wire }: AnyResource, signal: AbortSignal): Promise<readonly ImportBatch[]> =>
  api.get(`${wire.service}/GetImports`, {}, { signal });

export const listProblems = (
  id: number,
  page: { readonly skip: number; readonly take: number },
  signal: AbortSignal,
): Promise<{ readonly totalCount: number; readonly items: readonly ImportProblem[] }> =>
  api.get('Imports/GetProblems', { id, SkipCount: page.skip, MaxResultCount: page.take }, { signal });

export const problemsFile = async (id: number): Promise<string> =>
  addressOf(await api.get<TempFile>('Imports/GetProblemsToExcel', { id }));

export const confirmImport = (
  id: number,
  choice: { readonly onDuplicate: 'skip' | 'update'; readonly leaveOutProblems: boolean },
): Promise<void> => api.post('Imports/Confirm', { id, ...choice });

export const cancelImport = (id: number): Promise<void> => api.post('Imports/Cancel', { id });

export const undoImport = (id: number): Promise<void> => api.post('Imports/Undo', { id });
