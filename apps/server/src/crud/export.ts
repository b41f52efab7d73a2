import { setImmediate as turn } from 'node:timers/promises';
import { zoneOffset } from '@kangmai/domain';
import { excelColumns, isExportable, type AnyResource } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import { codeNames } from '../data/code-names.ts';
import type { CallCtx } from './call-ctx.ts';
import { listQuery, type Query, type Served } from './conventional.ts';
import { invalid } from '../platform/errors.ts';
import type { SheetCell } from '../platform/sheet-reader.ts';
import { writeSheet } from '../platform/sheet-writer.ts';
import { Rows } from './repository.ts';

/** A spreadsheet holds a few more. */
export const mostExported = 1_000_000;

/** Shifts an instant so that a spreadsheet, which knows no zones, shows the caller's local time. */
const localTime = (at: Date, zone: string): Date => new Date(at.getTime() + zoneOffset(zone, at.getTime()));

/** The fields that a query wants as columns, `columns=name,state`; undefined when it leaves the choice to the list. */
export function chosenColumns(resource: AnyResource, query: Query): readonly string[] | undefined {
  const shown = Object.entries(query).find(([key]) => key.toLowerCase() === 'columns')?.[1];
  const names = (Array.isArray(shown) ? (shown as unknown[]).map(String) : typeof shown === 'string' ? shown.split(',') : []).map((name) => name.trim()).filter((name) => name !== '');
  if (names.some((name) => !isExportable(resource, name))) throw invalid('columns', 'field.unknown-choice');
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** Rows that are read and written in one go: what others wait for, and what is held. */
const atOnce = 100;

interface ExportOutput {
  readonly query: Query;
  readonly to: Writable;
  /** Told how many rows are written, every time some are. */
  readonly progress?: (count: number) => Promise<void>;
}

/** Writes a list with the caller's filters as a spreadsheet, row by row; memory does not grow with the rows. */
export async function writeExcel(served: Served, ctx: CallCtx, output: ExportOutput): Promise<number> {
  const { plan } = served;
  const query = { ...listQuery(plan, ctx, { ...output.query, SkipCount: undefined, MaxResultCount: undefined }), skip: 0, take: mostExported };
  const columns = excelColumns(plan.resource, plan.model, { language: ctx.caller.culture, chosen: chosenColumns(plan.resource, output.query), nameOf: await codeNames(ctx.tx, [...Object.values(plan.resource.fields), ...plan.joined.flatMap(({ field }) => field ?? [])]) });
  const shown = (value: SheetCell): SheetCell => (value instanceof Date ? localTime(value, ctx.caller.zone) : value);
  let count = 0;
  async function* lines(): AsyncGenerator<readonly (readonly SheetCell[])[]> {
    for await (const rows of new Rows(plan, ctx).stream(query, { size: atOnce, only: new Set(columns.map(({ path }) => path)) })) {
      await turn();
      yield rows.map((row) => columns.map(({ read }) => shown(read(row))));
      count += rows.length;
      await output.progress?.(count);
    }
  }
  await writeSheet(output.to, { name: plan.resource.title, titles: columns.map(({ title }) => title), rows: lines() });
  return count;
}
