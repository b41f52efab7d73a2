import type { AnyResource, ImportColumn, Json } from '@kangmai/resource';
import type Excel from 'exceljs';
import type { FieldProblem } from '../../platform/errors.ts';
import type { SheetCell, SheetRow } from '../../platform/sheet-reader.ts';
import type { SheetThread } from '../../platform/sheet-thread.ts';
import type { CallCtx } from '../crud/call-ctx.ts';

/** The columns that the first row of a sheet names. */
export interface SheetTitles {
  readonly places: readonly (ImportColumn | undefined)[];
  readonly unknown: readonly string[];
}

/** A workbook that is imported, with the headings of its first sheet. */
export interface SheetFile extends SheetThread {
  readonly bytes: Buffer;
  readonly titles: readonly SheetCell[];
  readonly readTitles: (of: { readonly resource: AnyResource }, cells: readonly SheetCell[]) => SheetTitles;
}

/** Reads cells as values of a save, for many rows at once. */
export type CellReader = (
  ctx: CallCtx,
  of: { readonly headings: SheetTitles; readonly rows: readonly SheetRow[] },
) => Promise<
  readonly {
    readonly body: { readonly [key: string]: Json };
    readonly problems: readonly (Omit<FieldProblem, 'field'> & { readonly field: string | undefined })[];
  }[]
>;

/** What further sheets give to a row of the first one. */
export interface FurtherValues {
  readonly body: { readonly [key: string]: Json };
  readonly problems: readonly FieldProblem[];
  /** Where a problem stands in its sheet. */
  readonly placed: (field: string) => string;
}

/** The sheets behind the first one of a workbook. */
export interface FurtherSheets {
  /** Gives a row of the first sheet what belongs to it, and answers the row. */
  readonly claim: (row: SheetRow) => SheetRow;
  /** Refuses what belongs to no row. */
  readonly end: () => void;
  readonly read: (
    ctx: CallCtx,
    rows: readonly SheetRow[],
    cells: CellReader,
  ) => Promise<ReadonlyMap<SheetRow, FurtherValues>>;
}

/** What abilities add to the workbooks of imports. */
export interface WorkbookHooks {
  /** Reads the sheets behind the first one; none without such a sheet. */
  readonly furtherSheets?: (resource: AnyResource, file: SheetFile) => Promise<FurtherSheets | undefined> | undefined;
  readonly template?: (resource: AnyResource, ctx: CallCtx, book: Excel.Workbook) => Promise<void> | undefined;
  /** The values that an import overwrote, as they are written back. */
  readonly formerValues?: (resource: AnyResource, json: string) => Record<string, unknown>;
}
