import type { AnyResource } from '../define-resource.ts';
import { kindOf } from '../fields/kinds.ts';
import { naturalKeyOf } from '../fields/ref.ts';
import { joinsOf, type Model } from '../model.ts';
import { maskValue } from '../wire/mask.ts';
import type { LoadedRow } from '../wire/wire-row.ts';

type Cell = string | number | boolean | Date | null;

export interface ExcelColumn {
  readonly title: string;
  readonly read: (row: LoadedRow) => Cell;
}

const dangerous = /^[=+\-@\t\r]/;
/** Text that a spreadsheet program would run as a formula gets an apostrophe in front. */
export const safeCell = (value: Cell): Cell => (typeof value === 'string' && dangerous.test(value) ? `'${value}` : value);

/** The columns of an export: the list's columns with their labels, references by the name of their target, sensitive values masked. */
export function excelColumns(resource: AnyResource, model: Model, language: 'zh-Hans' | 'en'): readonly ExcelColumn[] {
  const joined = joinsOf(resource, model);
  const own = resource.list.columns.map((name): ExcelColumn => {
    const field = resource.fields[name];
    if (!field) throw new Error(`${resource.name} has no field ${name}`);
    const { label, en, unit, sensitive } = field.options;
    const title = `${language === 'en' ? (en ?? label) : label}${unit === undefined ? '' : ` (${unit})`}`;
    if (field.kind === 'ref') {
      const path = `${name}.${naturalKeyOf(field) ?? model.byName((field.options as { target?: string }).target ?? '').display}`;
      return { title, read: (row) => safeCell((row[path] ?? null) as Cell) };
    }
    if (sensitive) return { title, read: (row) => maskValue(row[name], field) };
    return { title, read: (row) => safeCell(kindOf(field).cell(row[name] ?? null, field)) };
  });
  const shown = new Set(resource.list.columns);
  const beside = joined.filter(({ through }) => !shown.has(through)).map(({ through, target, field }): ExcelColumn => {
    const definition = target.fields[field];
    const path = `${through}.${field}`;
    return { title: (language === 'en' ? definition?.options.en : undefined) ?? definition?.options.label ?? field, read: (row) => (definition?.options.sensitive ? maskValue(row[path], definition) : safeCell(definition ? kindOf(definition).cell(row[path] ?? null, definition) : null)) };
  });
  return [...own, ...beside];
}
