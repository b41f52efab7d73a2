import { fieldOf, type AnyResource } from '../define-resource.ts';
import { optionsOf, shownText, type AnyField, type FieldKindName, type Kind } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { naturalKeyOf, targetOf } from '../fields/ref.ts';
import type { RegionOptions } from '../fields/region.ts';
import { shownFieldOf, shownFields } from '../traits/counts/counts.ts';
import { rowsText } from '../traits/rows/list-kind.ts';
import { rowsOf } from '../traits/rows/rows.ts';
import { joinsOf, resourceAt, type Join, type Model } from '../model.ts';
import { maskValue } from '../wire/mask.ts';
import type { LoadedRow } from '../wire/wire-row.ts';

type Cell = ReturnType<Kind['cell']>;

export interface ExcelColumn {
  readonly title: string;
  /** The value of a row that it reads: a field, or the path to a joined one. */
  readonly path: string;
  readonly read: (row: LoadedRow) => Cell;
}

const dangerous = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Text that a spreadsheet program would run as a formula gets a leading apostrophe. */
export const safeCell = (value: Cell): Cell =>
  typeof value === 'string' && dangerous.test(value) ? `'${value}` : value;

/** The name of a code of a dictionary or a region. */
type NameOf = (field: AnyField, code: string) => string | undefined;

const coded = new Set<FieldKindName>(['dict', 'dicts', 'region']);

/** Codes by their names, an unknown code unchanged; empty for an unknown region. */
function codeCell(value: unknown, field: AnyField, nameOf: NameOf): Cell {
  const codes = (Array.isArray(value) ? value : [value])
    .map(shownText)
    .filter((code) => code !== '' && code !== optionsOf<RegionOptions>(field).unknown);
  return codes.length === 0 ? null : codes.map((code) => nameOf(field, code) ?? code).join('、');
}

/** Reads one value of a row as a safe cell; without a field it is a plain value such as an id. */
function cellReader(path: string, field: AnyField | undefined, nameOf: NameOf): ExcelColumn['read'] {
  if (!field) return (row) => safeCell((row[path] ?? null) as Cell);
  const cellOf = (value: unknown, one: AnyField): Cell =>
    coded.has(one.kind) ? codeCell(value, one, nameOf) : kindOf(one).cell(value ?? null, one);
  if (field.options.sensitive) return (row) => safeCell(maskValue(row[path], field));
  if (!rowsOf(field)) return (row) => safeCell(cellOf(row[path], field));
  return (row) => safeCell(rowsText(field, row[path], cellOf) || null);
}

/** Whether a field may be a column of an export. */
export const isExportable = (resource: AnyResource, name: string): boolean =>
  Object.hasOwn(shownFields(resource), name) && resource.fields[name]?.kind !== 'secret';

const titleOf = ({ options: { label, en, unit } }: AnyField, language: 'zh-Hans' | 'en'): string =>
  `${language === 'en' ? (en ?? label) : label}${unit === undefined ? '' : ` (${unit})`}`;

/** A joined name has the label of its reference: two references may lead to rows with a 名称 each. */
function joinedTitle(
  resource: AnyResource,
  model: Model,
  { join, language }: { readonly join: Join; readonly language: 'zh-Hans' | 'en' },
): string {
  const { through, target, field } = join;
  const [last = '', ...before] = through.split('.').toReversed();
  const holder = before.length === 0 ? resource : resourceAt(resource, model, before.toReversed().join('.'));
  return field === target.display || !target.fields[field]
    ? titleOf(fieldOf(holder, last), language)
    : titleOf(fieldOf(target, field), language);
}

/**
 * The columns of an export with their labels, references by the name of their target, sensitive values masked: the
 * selected fields, or by default the list's columns and the joined names of its references. A column's marks follow it.
 * Codes stay codes where `nameOf` knows no name.
 */
export function excelColumns(
  resource: AnyResource,
  model: Model,
  {
    language,
    chosen,
    nameOf = () => undefined,
  }: { readonly language: 'zh-Hans' | 'en'; readonly chosen?: readonly string[] | undefined; readonly nameOf?: NameOf },
): readonly ExcelColumn[] {
  const names = (chosen ?? resource.list.columns).flatMap((name) => [name, ...(resource.list.marks[name] ?? [])]);
  const own = [...new Set(names)].map((name): ExcelColumn => {
    const field = shownFieldOf(resource, name);
    const title = titleOf(field, language);
    if (field.kind === 'ref') {
      const target = model.byName(targetOf(field));
      const shown = naturalKeyOf(field) ?? target.display;
      return { title, path: `${name}.${shown}`, read: cellReader(`${name}.${shown}`, target.fields[shown], nameOf) };
    }
    return { title, path: name, read: cellReader(name, field, nameOf) };
  });
  const shown = new Set(resource.list.columns);
  const behind = (chosen ? [] : joinsOf(resource, model)).filter(
    ({ through }) => !shown.has(through) && shown.has(through.split('.')[0] ?? ''),
  );
  const beside = behind.map((join): ExcelColumn => {
    const path = `${join.through}.${join.field}`;
    return {
      title: joinedTitle(resource, model, { join, language }),
      path,
      read: cellReader(path, join.target.fields[join.field], nameOf),
    };
  });
  return [...own, ...beside];
}
