import { ageFace } from './age.tsx';
import { boolFace } from './bool.tsx';
import { choiceFace } from './choice.tsx';
import { choicesFace } from './choices.tsx';
import { dateTimeFace } from './date-time.tsx';
import { dateFace } from './date.tsx';
import { decimalFace } from './decimal.tsx';
import { dictFace } from './dict.tsx';
import { dictsFace } from './dicts.tsx';
import { fileFace } from './file.tsx';
import { idCardFace } from './id-card.tsx';
import { integerFace } from './integer.tsx';
import { jsonFace } from './json.tsx';
import { moneyFace } from './money.tsx';
import { phoneFace } from './phone.tsx';
import { refFace } from './ref.tsx';
import { refsFace } from './refs.tsx';
import { regionFace } from './region.tsx';
import { secretFace } from './secret.tsx';
import { textFace } from './text.tsx';

import type { AnyField, FieldKindName } from '@kangmai/resource';
import type { Face } from './face.ts';

const faces: Readonly<Record<FieldKindName, Face>> = {
  text: textFace,
  integer: integerFace,
  decimal: decimalFace,
  money: moneyFace,
  bool: boolFace,
  date: dateFace,
  dateTime: dateTimeFace,
  choice: choiceFace,
  choices: choicesFace,
  dict: dictFace,
  dicts: dictsFace,
  ref: refFace,
  refs: refsFace,
  phone: phoneFace,
  idCard: idCardFace,
  region: regionFace,
  json: jsonFace((field) => faces[field.kind]),
  file: fileFace,
  secret: secretFace,
  age: ageFace,
};

export const faceOf = (field: AnyField): Face => faces[field.kind];
