import fc from 'fast-check';

const strange = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.array(fc.nat(), { maxLength: 3 }),
  fc.constant('\u0000'),
  fc.constant('x'.repeat(5000)),
  fc.constant({}),
  fc.constant(1e308),
  fc.constant('9'.repeat(400)),
);

/** A good heart rate but for the given parts. */
const heartWith = (imei: string, parts: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc.record({ imei: fc.constant(imei), dataType: fc.constant('heart'), values: fc.constant({ heart: 70 }), ...parts });

const noValues = strange.filter(
  (value) => value === null || typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length === 0,
);
const noTime = fc.oneof(
  fc.constant('yesterday'),
  fc.constant('9999-99-99T99:99:99Z'),
  fc.constant(-1),
  fc.constant(1e300),
  fc.constant('\u0000'),
  fc.constant('0000-00-00'),
);
const noHeart = fc.record({
  heart: fc.oneof(fc.integer({ max: -1 }), fc.integer({ min: 400 }), fc.double({ min: 1000, noNaN: true })),
});
const unstorable = fc.constant({ heart: 70, remark: '\u0000' });

/** JSON items that cannot be stored: wrong types of values, unknown members, impossible figures. */
export const badItem = (imei: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    strange,
    heartWith(imei, { dataType: strange }),
    heartWith(imei, { values: noValues }),
    heartWith(imei, {
      dataType: fc.constantFrom('heart', 'bp', 'temperature', 'spo2', 'walk', 'location'),
      values: fc.dictionary(fc.string({ unit: 'binary', maxLength: 20 }), strange, { maxKeys: 5 }),
    }),
    heartWith(imei, { values: noHeart }),
    heartWith(imei, {
      dataType: fc.constant('event'),
      values: fc.dictionary(fc.string({ maxLength: 8 }), strange, { maxKeys: 3 }),
    }),
    heartWith(imei, { imei: fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }), values: unstorable }),
    heartWith(imei, { measuredAt: noTime }),
    heartWith(imei, { messageId: fc.oneof(fc.constant('\u0000'), fc.constant('x'.repeat(65)), fc.nat()) }),
    heartWith(imei, { values: unstorable }),
    heartWith(imei, { stranger: strange }),
  );

const sideNames = [
  'heartState',
  'period',
  'specimen',
  'symptom',
  'oxygenState',
  'oxygenFlow',
  'site',
  'isFasting',
  'arm',
  'posture',
  'afterDrug',
  'irregular',
  'remark',
  'perfusion',
  'place',
];
const goodFigures = [
  { dataType: 'heart', values: { heart: 70 } },
  { dataType: 'bp', values: { high: 118, low: 76, heart: 70 } },
  { dataType: 'temperature', values: { temperature: 36.6 } },
  { dataType: 'spo2', values: { spo2: 97 } },
  { dataType: 'bloodSugar', values: { bloodSugar: 5.6 } },
] as const;

/** Readings with good figures and circumstances that are no code, text or time of their field. */
export const badSides = (
  imei: string,
): fc.Arbitrary<{ readonly imei: string; readonly dataType: string; readonly values: object }> =>
  fc
    .tuple(
      fc.constantFrom(...goodFigures),
      fc.dictionary(
        fc.constantFrom(...sideNames),
        fc.oneof(strange, fc.integer(), fc.array(fc.string()), fc.constant('2026-13-45')),
      ),
      fc.option(fc.integer(), { nil: undefined }),
    )
    .map(([{ dataType, values }, sides, code]) => ({
      imei,
      dataType,
      values: { ...values, ...sides, ...(code !== undefined && { period: code }) },
    }));
