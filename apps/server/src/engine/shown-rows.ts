import { localMinute } from '@kangmai/domain';
import { excelColumns, safeCell, type AnyResource } from '@kangmai/resource';
import type { WrittenCell } from '../platform/sheet-writer.ts';
import { codeNames } from './codes/code-names.ts';
import type { CallCtx } from './crud/call-ctx.ts';
import type { PlainRow } from './crud/plan.ts';
import { completeRows } from './traits/hooks.ts';

/** Rows in words, under the labels of their fields. */
export interface ShownRows {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Asked {
  readonly names: readonly string[];
  readonly rows: readonly PlainRow[];
  /** The zone of instants. */
  readonly zone: string;
}

/** A cell without what guards spreadsheets. */
function cellWords(cell: WrittenCell, zone: string): string {
  if (cell === null) return '';
  if (cell instanceof Date) return localMinute(cell.getTime(), zone);
  const text = String(cell);
  const bare = text.slice(1);
  return text.startsWith("'") && safeCell(bare) === text ? bare : text;
}

/** Rows in Chinese words, as an export writes them: names of references and codes, sensitive values masked. */
export async function shownRows(ctx: CallCtx, resource: AnyResource, { names, rows, zone }: Asked): Promise<ShownRows> {
  const { plan } = ctx.rows(resource);
  const nameOf = await codeNames(ctx.tx, Object.values(plan.face.fields));
  const columns = excelColumns(plan.face, plan.model, { language: 'zh-Hans', chosen: names, nameOf }).filter(
    ({ path }) => names.includes(path.split('.')[0] ?? ''),
  );
  const whole = await completeRows(plan, ctx, { rows });
  return {
    titles: columns.map(({ title }) => title),
    rows: whole.map((row) => columns.map(({ read }) => cellWords(read(row), zone))),
  };
}
