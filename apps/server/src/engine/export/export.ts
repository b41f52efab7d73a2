import { setImmediate as turn } from 'node:timers/promises';
import { zoneOffset } from '@kangmai/domain';
import { excelColumns, isExportable, safeCell, type AnyResource, type Members } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import { codeNames } from '../codes/code-names.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { listQuery } from '../crud/conventional.ts';
import { completeRows, ofHooks, type SheetRows } from '../traits/hooks.ts';
import type { Served } from '../traits/trait.ts';
import { invalid } from '../../platform/errors.ts';
import { writeSheet, type WrittenCell } from '../../platform/sheet-writer.ts';
import { Rows } from '../crud/repository.ts';

/** Slightly below the limit of a spreadsheet. */
export const mostExported = 1_000_000;

/** Shifts an instant so that a spreadsheet, which knows no zones, shows the caller's local time. */
const localTime = (at: Date, zone: string): Date => new Date(at.getTime() + zoneOffset(zone, at.getTime()));

/** The fields that a query requests as columns, `columns=name,state`; undefined without that. */
export function chosenColumns(resource: AnyResource, query: Members): readonly string[] | undefined {
  const names = [query.get('columns')]
    .flat()
    .flatMap((shown) => (typeof shown === 'string' ? shown.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.some((name) => !isExportable(resource, name))) throw invalid('columns', 'field.unknown-choice');
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** Rows read and written at a time: limits memory and how long the event loop is blocked. */
const atOnce = 100;

/** The number of rows of an export; refuses a query that the export would. */
export async function countExcel(
  { plan, code, totalFrom }: Served,
  ctx: CallCtx,
  given: Members,
): Promise<{ readonly total: number; readonly capped?: boolean }> {
  chosenColumns(plan.resource, given);
  if (code?.sheet) return { total: await (await code.sheet(ctx, given)).total() };
  const query = listQuery(plan, ctx, given.without('SkipCount', 'MaxResultCount'));
  return ctx.rows(plan.resource).page({ ...query, skip: 0, take: 1 }, totalFrom);
}

async function usualSheet({ plan }: Served, ctx: CallCtx, given: Members): Promise<SheetRows> {
  const query = { ...listQuery(plan, ctx, given.without('SkipCount', 'MaxResultCount')), skip: 0, take: mostExported };
  const nameOf = await codeNames(ctx.tx, [
    ...Object.values(plan.face.fields),
    ...plan.joined.flatMap(({ field }) => field ?? []),
  ]);
  const columns = excelColumns(plan.face, plan.model, {
    language: ctx.caller.culture,
    chosen: chosenColumns(plan.face, given),
    nameOf,
  });
  const only = new Set(columns.map(({ path }) => path));
  const read = new Rows(plan, ctx).stream(query, { size: atOnce, only });
  const ids: number[] = [];
  async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
    for await (const rows of read) {
      if (plan.resource.lines) ids.push(...rows.map(({ id }) => id));
      const whole = await completeRows(plan, ctx, { rows, only });
      yield whole.map((row) => columns.map((column) => column.read(row)));
    }
  }
  const more = ofHooks(plan, (hook) => hook.sheets?.(plan, ctx, ids)) ?? [];
  return { titles: columns.map(({ title }) => title), pages: pages(), more };
}

/**
 * Parses the filters and columns of an export and builds its statement. The returned function writes the rows as a
 * spreadsheet; memory does not grow with them, and `progress` gets their number so far. A refused query fails here,
 * before the first byte.
 */
export async function prepareExcel(
  served: Served,
  ctx: CallCtx,
  given: Members,
): Promise<(to: Writable, progress?: (count: number) => Promise<void>) => Promise<number>> {
  const { more = [], ...first } = await (served.code?.sheet?.(ctx, given) ?? usualSheet(served, ctx, given));
  const cellOf = (value: WrittenCell): WrittenCell =>
    value instanceof Date ? localTime(value, ctx.caller.zone) : safeCell(value);
  return async (to, progress) => {
    let count = 0;
    async function* lines({ pages }: SheetRows): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
      for await (const rows of pages) {
        await turn();
        yield rows.map((row) => row.map(cellOf));
        if (pages === first.pages) await progress?.((count += rows.length));
      }
    }
    const sheets = [{ ...first, name: served.plan.face.title }, ...more];
    await writeSheet(to, ...sheets.map((sheet) => ({ ...sheet, rows: lines(sheet) })));
    return count;
  };
}
