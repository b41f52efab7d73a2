import { moneyOf } from '@kangmai/domain/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inChina, symptoms, visitStates } from '../../test/clinic.ts';
import {
  age,
  bool,
  choice,
  choices,
  date,
  dateTime,
  decimal,
  dict,
  dicts,
  file,
  idCard,
  integer,
  json,
  kindOf,
  kinds,
  money,
  phone,
  ref,
  refs,
  region,
  secret,
  text,
  type AnyField,
  type FieldKindName,
} from '../index.ts';

const check = (field: AnyField, value: unknown) => kindOf(field).check(value, field, inChina);
const valueOf = (field: AnyField, value: unknown): unknown => {
  const checked = check(field, value);
  return checked.ok ? checked.value : `refused: ${checked.reason}`;
};
const refused = (reason: string): string => `refused: ${reason}`;
const label = 'x';
const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Every kind with a usual field, and wire values with what they become. */
const faces: Record<
  FieldKindName,
  {
    readonly field: AnyField;
    readonly valid: readonly (readonly [wire: unknown, value: unknown])[];
    readonly invalid: readonly (readonly [wire: unknown, reason: string])[];
  }
> = {
  text: {
    field: text({ label, max: 5, min: 2 }),
    valid: [
      ['abc', 'abc'],
      ['  ab ', 'ab'],
      [123, '123'],
      ['头痛😀', '头痛😀'],
    ],
    invalid: [
      ['abcdef', 'field.too-long'],
      ['a', 'field.too-short'],
      [true, 'field.not-text'],
      [{}, 'field.not-text'],
      [['ab'], 'field.not-text'],
      ['a\u0000b', 'field.bad-characters'],
      ['a\ud800', 'field.bad-characters'],
      ['\udc00\ud800', 'field.bad-characters'],
    ],
  },
  integer: {
    field: integer({ label, min: -5, max: 350 }),
    valid: [
      [0, 0],
      ['0', 0],
      [-5, -5],
      ['350', 350],
      [' 12 ', 12],
      ['1e2', 100],
      [7.0, 7],
    ],
    invalid: [
      [1.5, 'field.not-integer'],
      ['1.5', 'field.not-integer'],
      ['', 'field.not-integer'],
      ['abc', 'field.not-integer'],
      ['0x10', 'field.not-integer'],
      ['1_0', 'field.not-integer'],
      [Number.NaN, 'field.not-integer'],
      [Infinity, 'field.not-integer'],
      ['1e999', 'field.not-integer'],
      [true, 'field.not-integer'],
      [[1], 'field.not-integer'],
      [-6, 'field.out-of-range'],
      [351, 'field.out-of-range'],
    ],
  },
  decimal: {
    field: decimal({ label, digits: [4, 1] }),
    valid: [
      [5.6, 5.6],
      ['5.6', 5.6],
      [-0, 0],
      [' 5.600 ', 5.6],
      [999.9, 999.9],
      ['-999.9', -999.9],
    ],
    invalid: [
      [1000, 'field.out-of-range'],
      [5.64, 'field.too-many-decimals'],
      ['1.05', 'field.too-many-decimals'],
      [-0.01, 'field.too-many-decimals'],
      ['5,6', 'field.not-number'],
      [1e22, 'field.out-of-range'],
      [null, 'field.not-number'],
      [{}, 'field.not-number'],
    ],
  },
  money: {
    field: money({ label, min: -100, max: 9_999_999 }),
    valid: [
      [168.5, moneyOf('168.50')],
      ['168.50', moneyOf(168.5)],
      [' 0.07 ', moneyOf('0.07')],
      [-0, moneyOf(0)],
      [moneyOf(3), moneyOf(3)],
    ],
    invalid: [
      [0.005, 'field.too-many-decimals'],
      ['168.501', 'field.too-many-decimals'],
      [0.1 + 0.2, 'field.too-many-decimals'],
      [1e15, 'field.out-of-range'],
      [-100.01, 'field.out-of-range'],
      ['5,6', 'field.not-number'],
      [Number.NaN, 'field.not-number'],
      [null, 'field.not-number'],
      [{}, 'field.not-number'],
    ],
  },
  bool: {
    field: bool({ label }),
    valid: [
      [true, true],
      [false, false],
      ['TRUE', true],
      ['False', false],
      [1, true],
      [0, false],
      ['1', true],
      ['0', false],
    ],
    invalid: [
      [2, 'field.not-bool'],
      ['yes', 'field.not-bool'],
      [[], 'field.not-bool'],
      [{}, 'field.not-bool'],
    ],
  },
  date: {
    field: date({ label }),
    valid: [
      ['2024-02-29', '2024-02-29'],
      ['2025-01-05T00:00:00', '2025-01-05'],
      ['2025/1/5', '2025-01-05'],
      ['2025-01-05 23:59:59', '2025-01-05'],
      ['2025-01-05T08:00:00.1234567Z', '2025-01-05'],
      [new Date('2025-01-05T00:00:00Z'), '2025-01-05'],
    ],
    invalid: [
      ['2025-02-29', 'field.not-date'],
      ['2025-13-01', 'field.not-date'],
      ['2025-00-10', 'field.not-date'],
      ['2025-01-32', 'field.not-date'],
      ['0000-01-01', 'field.not-date'],
      ['2025-01-05 or so', 'field.not-date'],
      ['05.01.2025', 'field.not-date'],
      [20_250_105, 'field.not-date'],
      [new Date(Number.NaN), 'field.not-date'],
      [{}, 'field.not-date'],
    ],
  },
  dateTime: {
    field: dateTime({ label }),
    valid: [
      ['2025-01-05T08:00:00Z', new Date('2025-01-05T08:00:00Z')],
      ['2025-01-05T08:00:00.1234567Z', new Date('2025-01-05T08:00:00.123Z')],
      ['2025-01-05T08:00:00+08:00', new Date('2025-01-05T00:00:00Z')],
      ['2025-01-05 08:00:00+0800', new Date('2025-01-05T00:00:00Z')],
      ['2025-01-05T08:00:00', new Date('2025-01-05T00:00:00Z')],
      ['2025-01-05', new Date('2025-01-04T16:00:00Z')],
      ['2025/1/5 8:00', new Date('2025-01-05T00:00:00Z')],
      ['2025/01/05 08:00:00Z', new Date('2025-01-05T08:00:00Z')],
      ['2024-02-29T12:00z', new Date('2024-02-29T12:00:00Z')],
      [new Date(5), new Date(5)],
    ],
    invalid: [
      ['2025-02-30T00:00:00Z', 'field.not-time'],
      ['2025-02-30T00:00:00', 'field.not-time'],
      ['2025-02-29', 'field.not-time'],
      ['2025-01-05T25:00:00Z', 'field.not-time'],
      ['2025-01-05T08:61:00', 'field.not-time'],
      ['2025-01-05T08:00:00+99:00', 'field.not-time'],
      ['9999-12-31T23:00:00-05:00', 'field.not-time'],
      ['yesterday', 'field.not-time'],
      [1_736_064_000_000, 'field.not-time'],
      [new Date(Number.NaN), 'field.not-time'],
      [{}, 'field.not-time'],
    ],
  },
  choice: {
    field: choice(visitStates, { label }),
    valid: [
      [0, 'open'],
      ['1', 'taken'],
      [' 2 ', 'dropped'],
      ['OPEN', 'open'],
      ['Taken', 'taken'],
    ],
    invalid: [
      [3, 'field.unknown-choice'],
      ['', 'field.unknown-choice'],
      ['constructor', 'field.unknown-choice'],
      ['__proto__', 'field.unknown-choice'],
      [true, 'field.unknown-choice'],
      [[0], 'field.unknown-choice'],
      [{}, 'field.unknown-choice'],
    ],
  },
  choices: {
    field: choices(symptoms, { label }),
    valid: [
      [
        ['H', 'fever'],
        ['headache', 'fever'],
      ],
      ['h,C', ['headache', 'cough']],
      [['H', 'h', 'HEADACHE'], ['headache']],
      [[], []],
    ],
    invalid: [
      [['H', 'X'], 'field.unknown-choice'],
      ['toString', 'field.unknown-choice'],
      [[{}], 'field.unknown-choice'],
      [{}, 'field.unknown-choice'],
      [true, 'field.unknown-choice'],
    ],
  },
  dict: {
    field: dict('gender', { label }),
    valid: [
      ['1', '1'],
      [2, '2'],
      ['A-1.b_C', 'A-1.b_C'],
    ],
    invalid: [
      ['', 'field.unknown-choice'],
      ['a b', 'field.unknown-choice'],
      ['a\u0000', 'field.unknown-choice'],
      ['x'.repeat(33), 'field.unknown-choice'],
      [true, 'field.unknown-choice'],
      [{}, 'field.unknown-choice'],
    ],
  },
  dicts: {
    field: dicts('payment_type', { label }),
    valid: [
      [
        ['1', 2, '1'],
        ['1', '2'],
      ],
      ['1, 2', ['1', '2']],
    ],
    invalid: [
      [[''], 'field.unknown-choice'],
      [['1', {}], 'field.unknown-choice'],
      [{}, 'field.unknown-choice'],
      [true, 'field.unknown-choice'],
    ],
  },
  ref: {
    field: ref('person', { label }),
    valid: [
      [1, 1],
      ['17', 17],
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ],
    invalid: [
      [0, 'field.not-id'],
      [-1, 'field.not-id'],
      [1.5, 'field.not-id'],
      [2 ** 53, 'field.not-id'],
      ['abc', 'field.not-id'],
      [{}, 'field.not-id'],
      [[1], 'field.not-id'],
    ],
  },
  refs: {
    field: refs('tag', { label }),
    valid: [
      [
        [3, '4', 3],
        [3, 4],
      ],
      ['3,4', [3, 4]],
      [5, [5]],
      [[], []],
    ],
    invalid: [
      [[0], 'field.not-id'],
      ['3,', 'field.not-id'],
      [[null], 'field.not-id'],
      [{}, 'field.not-id'],
      [true, 'field.not-id'],
    ],
  },
  phone: {
    field: phone({ label }),
    valid: [
      ['13812345678', '13812345678'],
      ['138 1234 5678', '13812345678'],
      ['+8613812345678', '13812345678'],
      ['8613812345678', '13812345678'],
      [13_812_345_678, '13812345678'],
      ['0571-87654321', '0571-87654321'],
      ['01012345678', '01012345678'],
      ['4008001234', '4008001234'],
    ],
    invalid: [
      ['12345', 'field.not-phone'],
      ['23812345678', 'field.not-phone'],
      ['138123456789', 'field.not-phone'],
      ['1381234567a', 'field.not-phone'],
      ['13812345678\u0000', 'field.not-phone'],
      [{}, 'field.not-phone'],
      [['13812345678'], 'field.not-phone'],
      [true, 'field.not-phone'],
    ],
  },
  idCard: {
    field: idCard({ label }),
    valid: [
      ['11010519491231002x', '11010519491231002X'],
      ['E 1234 5678', 'E12345678'],
    ],
    invalid: [
      ['1234', 'field.bad-format'],
      ['A'.repeat(31), 'field.bad-format'],
      ['110105-1949', 'field.bad-format'],
      ['证件123456', 'field.bad-format'],
      [{}, 'field.bad-format'],
      [true, 'field.bad-format'],
    ],
  },
  region: {
    field: region({ label, unknown: '000000' }),
    valid: [
      ['330106', '330106'],
      [330_106, '330106'],
      [' 330000 ', '330000'],
      ['000000', '000000'],
    ],
    invalid: [
      ['33010', 'field.unknown-region'],
      ['3301061', 'field.unknown-region'],
      ['西湖区', 'field.unknown-region'],
      [{}, 'field.unknown-region'],
      [['330106'], 'field.unknown-region'],
      [true, 'field.unknown-region'],
    ],
  },
  json: {
    field: json({ label, max: 100 }),
    valid: [
      [{ a: [1, null, 'x'] }, { a: [1, null, 'x'] }],
      ['[1,2]', [1, 2]],
      [5, 5],
      [false, false],
      [{ a: String.raw`\u0000` }, { a: String.raw`\u0000` }],
      [{ a: '😀' }, { a: '😀' }],
    ],
    invalid: [
      ['{', 'field.not-json'],
      [undefined, 'field.not-json'],
      [() => 1, 'field.not-json'],
      ['x'.repeat(5), 'field.not-json'],
      [{ a: 'x'.repeat(100) }, 'field.too-long'],
      [{ a: '\u0000' }, 'field.bad-characters'],
      [{ '\u0000': 1 }, 'field.bad-characters'],
      [{ a: '\ud800' }, 'field.bad-characters'],
      [{ a: '\\\u0000' }, 'field.bad-characters'],
    ],
  },
  file: {
    field: file({ label }),
    valid: [
      [uuid, uuid],
      [`{${uuid.toUpperCase()}}`, uuid],
    ],
    invalid: [
      ['photo.png', 'field.not-file'],
      [`../${uuid}`, 'field.not-file'],
      [7, 'field.not-file'],
      [{}, 'field.not-file'],
    ],
  },
  secret: {
    field: secret({ label, max: 8 }),
    valid: [['A1 b', 'A1 b']],
    invalid: [
      ['123456789', 'field.too-long'],
      [12, 'field.not-text'],
      ['a\u0000', 'field.bad-characters'],
      ['\udc00', 'field.bad-characters'],
      [{}, 'field.not-text'],
    ],
  },
  age: {
    field: age({ label, of: 'birthday' }),
    valid: [
      [0, 0],
      ['65', 65],
      [150, 150],
    ],
    invalid: [
      [-1, 'field.not-integer'],
      [151, 'field.not-integer'],
      ['6.5', 'field.not-integer'],
      ['', 'field.not-integer'],
      [[], 'field.not-integer'],
      [{}, 'field.not-integer'],
    ],
  },
};

const each = Object.entries(faces).map(([name, face]) => ({ name, ...face }));
const one = (name: string, list: readonly (readonly [unknown, unknown])[]) =>
  list.map(([wire, expected]) => ({ name, wire, expected }));

describe('values from the wire', () => {
  test('every kind is covered', () => {
    expect(Object.keys(faces).sort()).toEqual(Object.keys(kinds).sort());
    for (const { name, field } of each) expect(field.kind).toBe(name);
  });

  test.each(each.flatMap(({ name, valid }) => one(name, valid)))('$name reads $wire', ({ name, wire, expected }) => {
    expect(valueOf(faces[name as FieldKindName].field, wire)).toEqual(expected);
  });

  test.each(each.flatMap(({ name, invalid }) => one(name, invalid)))(
    '$name refuses $wire',
    ({ name, wire, expected }) => {
      expect(valueOf(faces[name as FieldKindName].field, wire)).toBe(refused(String(expected)));
    },
  );
});

// What JSON.parse and a query parser can give, with the values that break careless code.
const hostile = fc.oneof(
  fc.anything(),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\ud800',
    '2025-02-29',
    '9'.repeat(400),
    '-0',
    '٣',
    '1'.repeat(18),
    { toString: 1, valueOf: 1 },
    [{ toString: null }],
    Object.create(null) as unknown,
    JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  ),
);

describe('whatever comes', () => {
  test.each(each)('$name answers a value or a reason and never throws', ({ field }) => {
    fc.assert(
      fc.property(hostile, (value) => {
        const checked = check(field, value);
        if (!checked.ok) expect(checked.reason).toMatch(/^field\.[a-z-]+$/);
        else expect(checked.value).not.toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test.each(each)('$name: what was accepted survives the database and the wire', ({ field, valid }) => {
    const kind = kindOf(field);
    const survives = (value: unknown): void => {
      const stored = kind.toStore(value, field);
      const read = field.kind === 'json' ? (JSON.parse(stored as string) as unknown) : stored;
      expect(kind.fromStore(field.kind === 'decimal' ? String(stored) : read, field)).toEqual(value);
      if (field.kind === 'secret') return;
      const onTheWire = JSON.parse(JSON.stringify(kind.toWire(value, field))) as unknown;
      // A JSON text that is itself a string would be parsed as JSON text, so it is kept only inside an object.
      if (field.kind !== 'json' || typeof value !== 'string') expect(valueOf(field, onTheWire)).toEqual(value);
    };
    for (const [wire] of valid) survives(valueOf(field, wire));
    fc.assert(
      fc.property(hostile, (wire) => {
        const checked = check(field, wire);
        if (checked.ok && field.kind !== 'json') survives(checked.value);
      }),
      { numRuns: 200 },
    );
  });

  test.each(each)('$name carries nothing as nothing', ({ field }) => {
    const kind = kindOf(field);
    expect([null, []]).toContainEqual(kind.toWire(null, field));
    expect(kind.toStore(null, field)).toBeNull();
    expect(kind.fromStore(null, field)).toBeNull();
    expect([null, '']).toContain(kind.cell(null, field));
  });

  test.each(each)('$name: its samples are accepted and move with the seed', ({ name, field }) => {
    const samples = Array.from({ length: 60 }, (_, seed) => kindOf(field).sample(seed * 37, field));
    if (['age', 'file'].includes(name)) return expect(new Set(samples)).toEqual(new Set([null]));
    if (['dict', 'dicts', 'ref', 'refs'].includes(name))
      return expect(JSON.stringify(samples[0])).toMatch(/"(dict|ref)":"\w+"/);
    for (const sample of samples) expect(check(field, sample)).toMatchObject({ ok: true });
    return expect(new Set(samples.map((sample) => JSON.stringify(sample))).size).toBeGreaterThan(
      name === 'choices' ? 0 : 1,
    );
  });

  test('nothing of this reached a prototype', () => expect(({} as { polluted?: boolean }).polluted).toBeUndefined());
});

describe('limits of one kind', () => {
  test('numbers never exceed their column, whatever the definition allows', () => {
    expect(valueOf(integer({ label, size: 'small', max: 100_000 }), 40_000)).toBe(refused('field.out-of-range'));
    expect(valueOf(integer({ label }), 2_147_483_648)).toBe(refused('field.out-of-range'));
    expect(valueOf(integer({ label, size: 'big' }), 2_147_483_648)).toBe(2_147_483_648);
    expect(valueOf(decimal({ label, digits: [4, 1], max: 5000 }), 1000)).toBe(refused('field.out-of-range'));
    expect(valueOf(decimal({ label, digits: [2, 2] }), 0.99)).toBe(0.99);
    expect(valueOf(decimal({ label, digits: [2, 2] }), 1)).toBe(refused('field.out-of-range'));
    expect(valueOf(decimal({ label, digits: [10, 2], min: 0 }), -0.01)).toBe(refused('field.out-of-range'));
  });

  test('a minus zero does not leave', () =>
    expect(Object.is(valueOf(decimal({ label, digits: [4, 1], rounded: true }), -0.04), 0)).toBe(true));

  test('decimals beyond the field are refused with how many it takes, but rounded of instruments and answers', () => {
    const field = decimal({ label, digits: [4, 2] });
    const { check } = kindOf(field);
    const context = { toInstant: () => undefined };
    expect(check(1.005, field, context)).toEqual({ ok: false, reason: 'field.too-many-decimals', params: { most: 2 } });
    for (const lenient of [{ isMeasured: true }, { isAnswer: true }] as const)
      expect(check(1.006, field, { ...context, ...lenient })).toEqual({ ok: true, value: 1.01 });
    expect(valueOf(decimal({ label, digits: [4, 2], rounded: true }), 1.006)).toBe(1.01);
  });

  test.each([
    [20, true],
    [21, false],
    [5000, false],
    [100_000, false],
  ])('json nested %i deep is accepted: %s', (depth, accepted) => {
    const nested = `${'['.repeat(depth - 1)}1${']'.repeat(depth - 1)}`;
    expect(check(json({ label, max: 1_000_000 }), nested).ok).toBe(accepted);
  });

  test('json has a usual size', () => {
    expect(check(json({ label }), { a: 'x'.repeat(19_000) }).ok).toBe(true);
    expect(check(json({ label }), { a: 'x'.repeat(20_000) })).toEqual({
      ok: false,
      reason: 'field.too-long',
      params: { max: 20_000 },
    });
  });

  test('a circle is no json', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(valueOf(json({ label }), circle)).toBe(refused('field.not-json'));
  });

  test('text holds its pattern and its usual length', () => {
    expect(valueOf(text({ label, pattern: '^[A-Z]{2}$' }), 'ab')).toBe(refused('field.bad-format'));
    expect(valueOf(text({ label, pattern: '^[A-Z]{2}$' }), 'AB')).toBe('AB');
    expect(check(text({ label }), 'x'.repeat(201))).toEqual({
      ok: false,
      reason: 'field.too-long',
      params: { max: 200 },
    });
  });

  test.each([
    '^\\d{15}$',
    '^1\\d{10}$',
    '^[A-Z]{2}\\d{4}$',
    '^[0-9A-F]{12}$',
    '^([0-9A-F]{2}:){5}[0-9A-F]{2}$',
    '^#[0-9A-F]{6}$',
    '^https?://',
    '^\\S+@\\S+$',
    '^\\d{2}:\\d{2}$',
    '^[a-z][a-z0-9]*$',
    '^\\d+\\.\\d+\\.\\d+$',
  ])('a sample fits the pattern %s', (pattern) => {
    const field = text({ label, pattern, max: 64 });
    const samples = [1, 2, 30].map((seed) => kindOf(field).sample(seed, field));
    for (const sample of samples) expect(check(field, sample)).toMatchObject({ ok: true });
    expect(new Set(samples).size).toBe(3);
  });

  test.each([
    integer({ label, max: -3 }),
    integer({ label, min: 5, max: 5 }),
    integer({ label, size: 'small', min: 32_760 }),
    decimal({ label, digits: [2, 1] }),
    decimal({ label, digits: [3, 2], max: 5 }),
    decimal({ label, digits: [4, 1], min: 0.3, max: 0.5 }),
    decimal({ label, digits: [4, 1], max: -1 }),
    money({ label, min: 0.3, max: 0.5 }),
    money({ label, max: -1 }),
    text({ label, max: 1 }),
    text({ label, min: 12, max: 12 }),
    choice(visitStates, { label, default: 'taken' }),
  ])('samples keep narrow limits: %o', (field: AnyField) => {
    for (let seed = 0; seed < 120; seed += 1)
      expect(check(field, kindOf(field).sample(seed, field))).toMatchObject({ ok: true });
  });

  test('a natural key travels instead of the id', () => {
    const field = ref('wristDevice', { label, by: 'imei' });
    expect(valueOf(field, ' 860123456789012 ')).toBe('860123456789012');
    expect(valueOf(field, 860_123_456_789_012)).toBe('860123456789012');
    for (const wrong of ['x'.repeat(65), 'a\u0000', {}, true, [], ''])
      expect(valueOf(field, wrong)).toBe(refused('field.bad-format'));
  });

  test.each([
    [date({ label, limit: 'past' }), '2025-06-15', '2025-06-16'],
    [dateTime({ label, limit: 'past' }), '2025-06-15T12:00:00', '2025-06-15T12:00:01'],
    [dateTime({ label, limit: 'past' }), '2025-06-15T04:00:00Z', '2025-06-15T04:00:01Z'],
  ])("what must lie behind may not lie ahead in the caller's zone", (field: AnyField, past, ahead) => {
    expect(check(field, past).ok).toBe(true);
    expect(valueOf(field, ahead)).toBe(refused('field.in-future'));
    expect(kindOf(field).check('2999-01-01', field, { toInstant: inChina.toInstant })).toMatchObject({
      reason: 'field.in-future',
    });
  });

  test('days go out at midnight without zone, instants in UTC', () => {
    expect(kinds.date.toWire('2025-01-05', date({ label }))).toBe('2025-01-05T00:00:00');
    expect(kinds.dateTime.toWire(new Date('2025-01-05T00:00:00Z'), dateTime({ label }))).toBe(
      '2025-01-05T00:00:00.000Z',
    );
  });

  test('secrets never come out', () => {
    expect(kinds.secret.toWire('1234', secret({ label }))).toBe('******');
    expect(kinds.secret.cell('1234', secret({ label }))).toBeNull();
    expect(secret({ label }).options.sensitive).toBe('sealed');
  });

  test('an age is never written', () => {
    expect(age({ label, of: 'birthday' }).options.readonly).toBe(true);
    expect(kinds.age.storage(age({ label, of: 'birthday' })).form).toBe('none');
  });

  test('identity numbers of samples carry a right check digit', () => {
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    for (let seed = 0; seed < 50; seed += 1) {
      const number = kinds.idCard.sample(seed, idCard({ label })) as string;
      const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
      expect(number[17]).toBe('10X98765432'[sum % 11]);
    }
  });
});

test('where the regions are known, names will do and strangers will not', () => {
  const regions = { codeOf: (word: string) => ({ 330106: '330106', 西湖区: '330106' })[word], pathOf: () => undefined };
  const read = (word: unknown) => kindOf(region({ label })).check(word, region({ label }), { ...inChina, regions });
  expect([read('330106'), read(' 西湖区 '), read('330107')]).toEqual([
    { ok: true, value: '330106' },
    { ok: true, value: '330106' },
    { ok: false, reason: 'field.unknown-region' },
  ]);
});
