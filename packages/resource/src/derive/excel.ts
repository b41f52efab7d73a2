import type { AnyResource } from '../define-resource.ts';
import { optionsOf, shownText, type AnyField, type FieldKindName } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { naturalKeyOf, targetOf } from '../fields/ref.ts';
import type { RegionOptions } from '../fields/region.ts';
import { joinsOf, type Model } from '../model.ts';
import { maskValue } from '../wire/mask.ts';
import type { LoadedRow } from '../wire/wire-row.ts';

type Cell = string | number | boolean | Date | null;

export interface ExcelColumn {
  readonly title: string;
  /** The one value of a row that it reads: a field, or the way to one beside it. */
  readonly path: string;
  readonly read: (row: LoadedRow) => Cell;
}

const dangerous = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Text that a spreadsheet program would run as a formula gets an apostrophe in front. */
export const safeCell = (value: Cell): Cell => (typeof value === 'string' && dangerous.test(value) ? `'${value}` : value);

/** The name behind a code of a dictionary or a region. */
type NameOf = (field: AnyField, code: string) => string | undefined;

const coded = new Set<FieldKindName>(['dict', 'dicts', 'region']);

/** Codes by their names, an unknown one as it is; nothing for a region that nobody has told yet. */
function codeCell(value: unknown, field: AnyField, nameOf: NameOf): Cell {
  const codes = (Array.isArray(value) ? value : [value]).map(shownText).filter((code) => code !== '' && code !== optionsOf<RegionOptions>(field).unknown);
  return codes.length === 0 ? null : codes.map((code) => nameOf(field, code) ?? code).join('、');
}

/** Reads one value of a row as a safe cell; without a field it is a plain value such as an id. */
function cellReader(path: string, field: AnyField | undefined, nameOf: NameOf): ExcelColumn['read'] {
  if (!field) return (row) => safeCell((row[path] ?? null) as Cell);
  return field.options.sensitive ? (row) => safeCell(maskValue(row[path], field)) : (row) => safeCell(coded.has(field.kind) ? codeCell(row[path], field, nameOf) : kindOf(field).cell(row[path] ?? null, field));
}

/** Whether a field may be a column of an export. */
export const isExportable = (resource: AnyResource, name: string): boolean => Object.hasOwn(resource.fields, name) && resource.fields[name]?.kind !== 'secret';

/**
 * The columns of an export with their labels, references by the name of their target, sensitive values masked: the chosen fields, or, when
 * nobody chose, the list's columns and the names joined beside them. Codes stay codes where `nameOf` knows no name.
 */
export function excelColumns(resource: AnyResource, model: Model, { language, chosen, nameOf = () => undefined }: { readonly language: 'zh-Hans' | 'en'; readonly chosen?: readonly string[] | undefined; readonly nameOf?: NameOf }): readonly ExcelColumn[] {
  const joined = chosen ? [] : joinsOf(resource, model);
  const own = (chosen ?? resource.list.columns).map((name): ExcelColumn => {
    const field = resource.fields[name];
    if (!field) throw new Error(`${resource.name} has no field ${name}`);
    const { label, en, unit } = field.options;
    const title = `${language === 'en' ? (en ?? label) : label}${unit === undefined ? '' : ` (${unit})`}`;
    if (field.kind === 'ref') {
      const target = model.byName(targetOf(field));
      const shown = naturalKeyOf(field) ?? target.display;
      return { title, path: `${name}.${shown}`, read: cellReader(`${name}.${shown}`, target.fields[shown], nameOf) };
    }
    return { title, path: name, read: cellReader(name, field, nameOf) };
  });
  const shown = new Set(resource.list.columns);
  const beside = joined.filter(({ through }) => !shown.has(through)).map(({ through, target, field }): ExcelColumn => {
    const definition = target.fields[field];
    return { title: (language === 'en' ? definition?.options.en : undefined) ?? definition?.options.label ?? field, path: `${through}.${field}`, read: cellReader(`${through}.${field}`, definition, nameOf) };
  });
  return [...own, ...beside];
}
