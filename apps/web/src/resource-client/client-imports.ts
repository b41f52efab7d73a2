import { api } from '../lib/api/api.ts';
import { addressOf, type TempFile } from './temp-file.ts';

export const clientImportStates = ['checking', 'checked', 'importing', 'done', 'failed', 'rolledback'] as const;
export type ClientImportState = (typeof clientImportStates)[number];

/** An import of client data. Counts are of lines. */
export interface ClientImport {
  readonly id: number;
  readonly kind: string;
  readonly resource: string;
  readonly title: string;
  readonly fileName: string;
  readonly totalRows: number;
  readonly validRows: number;
  readonly errorRows: number;
  readonly duplicateRows: number;
  readonly importedRows: number;
  readonly state: ClientImportState;
  /** A step is under way; of an import that is done, its rollback. */
  readonly isRunning: boolean;
  readonly failureText: string | null;
  readonly canRollback: boolean;
  readonly hasFile: boolean;
  readonly creationTime: string;
}

export interface ClientImportQuery {
  readonly kind: string | null;
  readonly state: string | null;
  readonly page: number;
}

export const clientImportsOfPage = 15;

export const listClientImports = (
  { kind, state, page }: ClientImportQuery,
  signal: AbortSignal,
): Promise<{ readonly totalCount: number; readonly items: readonly ClientImport[] }> =>
  api.get(
    'ClientImport/GetPagedAll',
    {
      ...(kind !== null && { kindFilter: kind }),
      ...(state !== null && { stateFilter: state }),
      SkipCount: (page - 1) * clientImportsOfPage,
      MaxResultCount: clientImportsOfPage,
    },
    { signal },
  );

/** The address of a file with the lines that were wrong, and why. */
export const wrongLinesFile = async (batchId: number): Promise<string> =>
  addressOf(await api.get<TempFile>('ClientImport/GetErrorsToExcel', { batchId }));
