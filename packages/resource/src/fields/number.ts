import { bad, defineKind, accepted, optionsOf, type Checked, type Field, type FieldOptions } from './field.ts';

export interface NumberOptions extends FieldOptions<number> {
  readonly min?: number;
  readonly max?: number;
  readonly filter?: 'exact' | 'in' | 'range' | 'atLeast' | 'atMost';
}

export interface IntegerOptions extends NumberOptions {
  /** Column width: `small` two bytes, `big` eight; four when left out. */
  readonly size?: 'small' | 'big';
}

export interface DecimalOptions extends NumberOptions {
  /** Digits in total and after the point, as in numeric(10,2). */
  readonly digits: readonly [total: number, scale: number];
  /** Further decimals are rounded, such as of coordinates; they are refused when left out. */
  readonly rounded?: true;
}

/**
 * A whole number.
 * @example integer({ label: '收缩压', unit: 'mmHg', min: 30, max: 350, filter: 'range' })
 */
export function integer<const O extends IntegerOptions>(options: O): Field<'integer', number, O> {
  return { kind: 'integer', options };
}

/**
 * The id of a row as the input of an action.
 * @example action({ wire: 'POST Claim', input: { id: id() }, … })
 */
export const id = (): Field<'integer', number, typeof idOptions> => ({ kind: 'integer', options: idOptions });
const idOptions = { label: '编号', required: true, size: 'big', min: 1 } as const;

/**
 * A number with a fixed count of decimals, such as a laboratory value.
 * @example decimal({ label: '血糖', unit: 'mmol/L', digits: [4, 1], min: 0.3, max: 60 })
 */
export function decimal<const O extends DecimalOptions>(options: O): Field<'decimal', number, O> {
  return { kind: 'decimal', options };
}

/**
 * Parses a number or numeric text; anything else, and what no JSON number can hold, is refused; minus zero becomes
 * zero.
 */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== 'string' || !/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number + 0 : undefined;
}

function inRange(
  number: number,
  { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: NumberOptions,
): Checked {
  return number < min || number > max ? bad('field.out-of-range', { min, max }) : accepted(number);
}

const bounds = ({ min, max }: NumberOptions): Record<string, number> => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});
const integerLimits = { small: 32_767, normal: 2_147_483_647, big: Number.MAX_SAFE_INTEGER } as const;
const widest = ({ size, min, max }: IntegerOptions): NumberOptions => {
  const limit = integerLimits[size ?? 'normal'];
  return { label: '', min: Math.max(min ?? -limit, -limit), max: Math.min(max ?? limit, limit) };
};

export const integerKind = defineKind({
  storage: (field) => ({
    form: 'column',
    type: { small: 'smallint', normal: 'integer', big: 'bigint' }[optionsOf<IntegerOptions>(field).size ?? 'normal'],
  }),
  check(value, field) {
    const number = readNumber(value);
    return number === undefined || !Number.isInteger(number)
      ? bad('field.not-integer')
      : inRange(number, widest(optionsOf<IntegerOptions>(field)));
  },
  schema: (field) => ({ type: 'integer', ...bounds(optionsOf<NumberOptions>(field)) }),
  sample: (seed, field) => {
    const { min: low = Math.min(0, optionsOf<NumberOptions>(field).max ?? 0), max: high = low + 50 } =
      optionsOf<NumberOptions>(field);
    const { min = low, max = high } = widest({ ...optionsOf<IntegerOptions>(field), min: low, max: high });
    return between(seed, Math.ceil(min), Math.min(max, min + 1_000_000));
  },
});

/** The greatest number of numeric(total,scale). */
const largestOf = ([total, scale]: DecimalOptions['digits']): number =>
  Number(`${'9'.repeat(total - scale) || '0'}.${'9'.repeat(scale) || '0'}`);

/** A whole number between two bounds that varies with the seed. */
const between = (seed: number, low: number, high: number): number => low + (seed % (Math.floor(high - low) + 1));

export const decimalKind = defineKind({
  storage: (field) => ({ form: 'column', type: `numeric(${optionsOf<DecimalOptions>(field).digits.join(',')})` }),
  check(value, field, { isAnswer, isMeasured = isAnswer }) {
    const number = readNumber(value);
    if (number === undefined) return bad('field.not-number');
    const { digits, rounded = isMeasured, ...rest } = optionsOf<DecimalOptions>(field);
    const [kept, limit] = [Number(number.toFixed(digits[1])) + 0, largestOf(digits)];
    if (!rounded && kept !== number) return bad('field.too-many-decimals', { most: digits[1] });
    const [min, max] = [Math.max(rest.min ?? -limit, -limit), Math.min(rest.max ?? limit, limit)];
    return inRange(kept, { ...rest, min, max });
  },
  fromStore: (value) => (value === null ? null : Number(value)),
  schema: (field) => ({ type: 'number', ...bounds(optionsOf<NumberOptions>(field)) }),
  sample: (seed, field) => {
    const { digits, ...rest } = optionsOf<DecimalOptions>(field);
    const min = rest.min ?? Math.min(0, rest.max ?? 0);
    return between(seed, min, Math.min(rest.max ?? min + 50, min + 1000, largestOf(digits)));
  },
});
