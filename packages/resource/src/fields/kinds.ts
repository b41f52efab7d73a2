import { boolKind } from './bool.ts';
import { choiceKind, choicesKind } from './choices.ts';
import { dictKind, dictsKind } from './dict.ts';
import type { AnyField, FieldKindName, Kind } from './field.ts';
import { decimalKind, integerKind } from './number.ts';
import { jsonKind, secretKind } from './other.ts';
import { ageKind, idCardKind, phoneKind } from './person.ts';
import { refKind, refsKind } from './ref.ts';
import { regionKind } from './region.ts';
import { textKind } from './text.ts';
import { dateKind, dateTimeKind } from './time.ts';
import { fileKind } from '../traits/files/files.ts';
import { lineKind } from '../traits/lines/line-kind.ts';
import { isLines } from '../traits/lines/lines.ts';
import { moneyKind } from '../traits/money/money.ts';
import { listKind } from '../traits/rows/list-kind.ts';
import { rowsOf } from '../traits/rows/rows.ts';

/** Every field kind with its parts: the only place that lists them all. */
export const kinds: Readonly<Record<FieldKindName, Kind>> = {
  text: textKind,
  integer: integerKind,
  decimal: decimalKind,
  money: moneyKind,
  bool: boolKind,
  date: dateKind,
  dateTime: dateTimeKind,
  choice: choiceKind,
  choices: choicesKind,
  dict: dictKind,
  dicts: dictsKind,
  ref: refKind,
  refs: refsKind,
  phone: phoneKind,
  idCard: idCardKind,
  region: regionKind,
  json: jsonKind,
  file: fileKind,
  secret: secretKind,
  age: ageKind,
};

/** The faces of a field's kind. */
export const kindOf = (field: AnyField): Kind => (rowsOf(field) ? (isLines(field) ? lines : lists) : kinds[field.kind]);
const lists = listKind(kindOf);
const lines = lineKind(lists, integerKind);

/** True for a field that always has a value in a stored row. */
export const isFilled = (field: AnyField): boolean =>
  field.options.required === true || field.options.default !== undefined;
