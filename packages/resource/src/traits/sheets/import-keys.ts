import type { AnyResource } from '../../define-resource.ts';
import { importColumns, type ImportColumn } from '../../derive/import.ts';
import { type Json, shownText } from '../../fields/field.ts';
import { jsonKeyOf } from '../../wire/json-name.ts';

/** Whether the server alone writes a field, and no other row has its value. */
const isNumber = ({ fields, unique }: AnyResource, name: string): boolean =>
  fields[name]?.options.readonly === true &&
  (fields[name].options.unique === true || unique.some((rule) => rule.length === 1 && rule[0] === name));

/** Columns by which an import finds existing rows and which it never changes: numbers that the server gives. */
function numberColumns(resource: AnyResource, language: 'zh-Hans' | 'en'): readonly ImportColumn[] {
  const numbers = Object.entries(resource.fields).filter(([name]) => isNumber(resource, name));
  const fields = numbers.map(([name, { kind, options }]) => [
    name,
    { kind, options: { ...options, readonly: false, required: false } },
  ]);
  return importColumns({ ...resource, fields: Object.fromEntries(fields) as AnyResource['fields'] }, language);
}

export const acceptedColumns = (resource: AnyResource, language: 'zh-Hans' | 'en'): readonly ImportColumn[] => [
  ...importColumns(resource, language),
  ...numberColumns(resource, language),
];

/** The numbers that a line names, of values by their keys in the body of a save. */
export const numbersIn = (resource: AnyResource, body: { readonly [key: string]: Json }): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const number = isNumber(resource, name) ? shownText(body[jsonKeyOf(name, field)]) : '';
      return number === '' ? [] : [[name, number]];
    }),
  );

export const importKeys = (resource: AnyResource): readonly (readonly string[])[] =>
  [
    ...Object.entries(resource.fields).flatMap(([name, { options }]) => (options.unique ? [[name]] : [])),
    ...resource.unique,
  ].filter((rule) =>
    rule.every((name) => resource.fields[name]?.options.readonly !== true || isNumber(resource, name)),
  );

/** Whether lines with these columns can be found among the rows; they may leave out what these have. */
export const namesRows = (resource: AnyResource, present: ReadonlySet<string | undefined>): boolean =>
  importKeys(resource).some((names) => names.every((name) => present.has(name)));
