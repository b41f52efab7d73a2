import type { AnyResource } from '../define-resource.ts';
import { choicesOf, type ChoiceOptions } from '../fields/choices.ts';
import { dictOf } from '../fields/dict.ts';
import { optionsOf, type AnyField, type FieldKindName, type Json } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { targetOf } from '../fields/ref.ts';
import { specialCell, unquoted } from '../traits/sheets/cells.ts';
import { moneyOfCell, numberOfCell } from '../traits/money/money.ts';
import { wireNameOf } from '../wire/json-name.ts';

/** A cell as a reader of spreadsheets gives it. Dates carry local time as if it were UTC. */
export type SheetCell = string | number | boolean | Date | null;

/** One column of an import: a field that people may fill. */
export interface ImportColumn {
  readonly name: string;
  readonly field: AnyField;
  /** Key of the value in the body of a save. */
  readonly key: string;
  readonly title: string;
  readonly isRequired: boolean;
  /** Labels to select from, for fields with a closed set. */
  readonly labels: readonly string[];
  /** Type code of the dictionary whose names can be selected. */
  readonly dictionary: string | undefined;
  /** Resource whose rows are named in the cell. */
  readonly target: string | undefined;
}

const unfit = new Set<FieldKindName>(['file', 'secret', 'json', 'refs', 'age']);
const yes = new Set(['是', 'yes', 'y', 'true', '1']);
const no = new Set(['否', 'no', 'n', 'false', '0']);

function labelsOf(field: AnyField, language: 'zh-Hans' | 'en'): readonly string[] {
  if (field.kind === 'bool') return language === 'en' ? ['yes', 'no'] : ['是', '否'];
  if (field.kind !== 'choice' && field.kind !== 'choices') return [];
  return Object.values(choicesOf(field).entries).map(({ label, en }) => (language === 'en' ? (en ?? label) : label));
}

/**
 *  The columns of an import template: what a save takes, without files, secrets, lists of rows and structured values.
 */
export function importColumns(resource: AnyResource, language: 'zh-Hans' | 'en'): readonly ImportColumn[] {
  return Object.entries(resource.fields).flatMap(([name, field]): ImportColumn[] => {
    const { label, en, unit, readonly, required, default: usual } = field.options;
    if (readonly || unfit.has(field.kind)) return [];
    const shown = language === 'en' ? (en ?? label) : label;
    return [
      {
        name,
        field,
        key: wireNameOf(name, field),
        title: unit === undefined ? shown : `${shown} (${unit})`,
        isRequired: required === true && usual === undefined,
        labels: labelsOf(field, language),
        dictionary: field.kind === 'dict' || field.kind === 'dicts' ? dictOf(field) : undefined,
        target: field.kind === 'ref' ? targetOf(field) : undefined,
      },
    ];
  });
}

/** Values that mark rows as imported. */
export const importedValues = (resource: AnyResource): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const { imported } = optionsOf<ChoiceOptions>(field);
      return imported === undefined ? [] : [[name, imported]];
    }),
  );

/** Examples of required fields without one of their own, where the kind's sample is not what people write. */
const usualExamples: Partial<Record<FieldKindName, string>> = {
  date: '2026-01-31',
  dateTime: '2026-01-31 08:30',
  phone: '13800138000',
};

function exampleOf({ field, isRequired }: ImportColumn): Json {
  const { example, default: usual } = field.options;
  const value = example ?? (usual === undefined ? null : kindOf(field).toWire(usual, field));
  return value !== null || !isRequired ? value : (usualExamples[field.kind] ?? kindOf(field).sample(1, field));
}

/**
 * The example of a column: the field's own, else its default, else a valid value where one is required; closed sets by
 * their label. The caller translates codes of dictionaries and regions, and a required row without a name (null).
 */
export function exampleCell(column: ImportColumn, language: 'zh-Hans' | 'en'): SheetCell {
  const { field } = column;
  const value = exampleOf(column);
  if (field.kind === 'bool' && value !== null) return labelsOf(field, language)[value === true ? 0 : 1] ?? null;
  if (field.kind === 'choice' || field.kind === 'choices') {
    const set = choicesOf(field);
    const labels = (Array.isArray(value) ? value : [value]).flatMap(
      (each: Json) => labelsOf(field, language)[set.names.indexOf(set.read(each) ?? '')] ?? [],
    );
    return labels.length === 0 ? null : labels.join('、');
  }
  return typeof value === 'object' ? null : value;
}

const fold = (word: string): string => word.trim().toLowerCase();

function choiceWords(field: AnyField, words: readonly string[]): readonly Json[] {
  const set = choicesOf(field);
  const byLabel = new Map(
    set.names.flatMap((name) =>
      [set.entries[name]?.label, set.entries[name]?.en].flatMap((label) =>
        label === undefined ? [] : [[fold(label), set.wireOf(name)] as const],
      ),
    ),
  );
  return words.map((word) => byLabel.get(fold(word)) ?? word.trim());
}

const separators = /[、,，;；]/;

const wordsIn = (value: SheetCell): readonly string[] =>
  String(value)
    .split(separators)
    .map((word) => word.trim())
    .filter((word) => word !== '');

const boolOf = (word: string): Json => yes.has(word) || (no.has(word) ? false : word);

const readers: Partial<Record<FieldKindName, (value: Exclude<SheetCell, null>, field: AnyField) => Json>> = {
  bool: (value) => boolOf(fold(String(value))),
  choice: (value, field) => choiceWords(field, [String(value)])[0] ?? null,
  choices: (value, field) => choiceWords(field, wordsIn(value)),
  dicts: wordsIn,
  money: moneyOfCell,
  integer: (value) => value as Json,
  decimal: (value) => (typeof value === 'number' ? numberOfCell(value) : (value as Json)),
};

/**
 * Converts a cell into the value that a save accepts: labels into codes, dates into local text, numbers of text fields
 * into text. Empty cells are null.
 */
export function readCell(value: SheetCell, field: AnyField): Json {
  if (value === null) return null;
  const plain = typeof value === 'string' ? unquoted(value).trim() : value;
  const special = specialCell(plain, field);
  if (special !== undefined || plain instanceof Date) return special ?? null;
  return readers[field.kind]?.(plain, field) ?? String(plain);
}
