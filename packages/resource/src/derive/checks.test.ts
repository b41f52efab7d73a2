import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inChina, person, visit, visitStates } from '../../test/clinic.ts';
import { checkFields, checkSave, choice, id, Members, refuseFixed, text } from '../index.ts';

const create = (body: Record<string, unknown>) =>
  checkSave(visit, Members.of(body), { mode: 'create', context: inChina });
const update = (body: Record<string, unknown>) =>
  checkSave(visit, Members.of(body), { mode: 'update', context: inChina });
const least = { USERID: 5, VISIT_TITLE: ' 复诊 ', TO_TIME: '2025-01-05T08:00:00' };

describe('creating', () => {
  test('takes declared fields, fills defaults, leaves the rest empty', () => {
    const { values, problems } = create({ ...least, state: 'taken', unknown: 1, address_: 'x' });
    expect(problems).toEqual([]);
    expect(values).toEqual({
      client: 5,
      watch: null,
      tags: null,
      title: '复诊',
      code: null,
      visitedAt: new Date('2025-01-05T00:00:00Z'),
      nextOn: null,
      high: null,
      low: null,
      relation: null,
      count: null,
      sugar: null,
      active: true,
      state: 'taken',
      kind: null,
      symptoms: null,
      gender: null,
      payments: null,
      address: null,
      extra: null,
      photo: null,
      key: null,
      origin: 'web',
    });
  });

  test('everything wrong is told at once, in the order of the fields', () => {
    expect(create({ VISIT_TITLE: ' ', TO_TIME: 'soon', high: 20, state: 7, symptoms: ['H', 'X'] }).problems).toEqual([
      { field: 'client', reason: 'field.required' },
      { field: 'title', reason: 'field.required' },
      { field: 'visitedAt', reason: 'field.not-time' },
      { field: 'high', reason: 'field.out-of-range', params: { min: 30, max: 350 } },
      { field: 'state', reason: 'field.unknown-choice' },
      { field: 'symptoms', reason: 'field.unknown-choice' },
    ]);
  });

  test('a false and a zero are values', () =>
    expect(create({ ...least, active: false, low: 10, relation: 0 }).values).toMatchObject({
      active: false,
      relation: 0,
    }));
  test.each(['null', 'undefined', '', '  ', null, []])('%j is nothing', (empty) => {
    expect(create({ ...least, high: empty, state: empty, symptoms: empty, next_visite_time: empty })).toMatchObject({
      problems: [],
      values: { high: null, state: 'open', symptoms: null, nextOn: null },
    });
    expect(create({ ...least, USERID: empty }).problems).toEqual([{ field: 'client', reason: 'field.required' }]);
  });
  test('a text may say null', () =>
    expect(create({ ...least, VISIT_TITLE: 'null' }).values).toMatchObject({ title: 'null' }));
  test('what only the server writes is ignored', () =>
    expect(create({ ...least, score: 100 }).values).not.toHaveProperty('score'));
  test('what is fixed may be given once', () =>
    expect(create({ ...least, origin: 'phone' }).values).toMatchObject({ origin: 'phone' }));

  test('a masked value has nothing to keep and is refused', () => {
    const made = checkSave(
      person,
      Members.of({ name: 'x', gender: '1', phone: '138****5678', ID_Card: '110105********002X' }),
      { mode: 'create', context: inChina },
    );
    expect(made.problems).toEqual([
      { field: 'phone', reason: 'field.bad-format' },
      { field: 'card', reason: 'field.bad-format' },
    ]);
    expect(create({ ...least, key: '******', address: '西湖区文三路****' }).problems).toEqual([
      { field: 'address', reason: 'field.bad-format' },
      { field: 'key', reason: 'field.bad-format' },
    ]);
  });
});

describe('changing', () => {
  test('absent fields keep their value', () =>
    expect(update({ VISIT_TITLE: '新' })).toEqual({ values: { title: '新' }, problems: [] }));
  test('an explicit null empties', () =>
    expect(update({ high: null, symptoms: [], state: null })).toEqual({
      values: { high: null, symptoms: null, state: 'open' },
      problems: [],
    }));
  test('a required field cannot be emptied', () =>
    expect(update({ VISIT_TITLE: null, USERID: '' }).problems).toEqual([
      { field: 'client', reason: 'field.required' },
      { field: 'title', reason: 'field.required' },
    ]));
  test('readonly and fixed fields are ignored', () =>
    expect(update({ score: 5, origin: 'phone' })).toEqual({ values: {}, problems: [] }));
  test('a field that refuses another value takes the stored one, however it is written', () => {
    const { title } = visit.fields;
    const strict = {
      ...visit,
      fields: { ...visit.fields, title: { ...title, options: { ...title.options, fixed: 'refused' as const } } },
    };
    const problems = (sent: string): unknown =>
      refuseFixed(
        strict,
        checkSave(strict, Members.of({ VISIT_TITLE: sent }), { mode: 'update', context: inChina }).values,
        {
          title: '旧',
        },
      );
    expect(problems('新')).toEqual([{ field: 'title', reason: 'field.fixed' }]);
    expect(problems(' 旧 ')).toEqual([]);
    expect(refuseFixed(strict, {}, { title: '旧' })).toEqual([]);
  });
  test('a masked value sent back changes nothing', () => {
    expect(update({ address: '浙江省杭州市西湖区文三路****', key: '******', VISIT_TITLE: 'a****b' })).toEqual({
      values: { title: 'a****b' },
      problems: [],
    });
    expect(
      checkSave(person, Members.of({ phone: '138****5678', name: 'y' }), { mode: 'update', context: inChina }),
    ).toEqual({
      values: { name: 'y' },
      problems: [],
    });
  });
  test('a new value replaces a sensitive one', () =>
    expect(
      checkSave(person, Members.of({ phone: '13912345678' }), { mode: 'update', context: inChina }).values,
    ).toEqual({
      phone: '13912345678',
    }));
});

describe('members', () => {
  test.each(['VISIT_TITLE', 'visiT_TITLE', 'visit_title', 'Visit_Title'])('%s binds', (key) =>
    expect(update({ [key]: 'x' }).values).toEqual({ title: 'x' }),
  );
  test('the domain name is no member', () =>
    expect(update({ visitedAt: '2025-01-01', title: 'x' }).values).toEqual({}));
  test('prototypes are out of reach', () => {
    const body = JSON.parse(
      '{"__proto__":{"high":100},"constructor":{"prototype":{"high":100}},"VISIT_TITLE":"x"}',
    ) as Record<string, unknown>;
    expect(update(body)).toEqual({ values: { title: 'x' }, problems: [] });
    expect(({} as { high?: number }).high).toBeUndefined();
  });
});

test('the input of an action', () => {
  const input = {
    id: id(),
    state: choice(visitStates, { label: 'x', required: true }),
    note: text({ label: 'x' }),
    phone: text({ label: 'x', sensitive: 'masked' }),
  };
  expect(checkFields(input, Members.of({ id: '5', state: 1 }), inChina)).toEqual({
    values: { id: 5, state: 'taken', note: null, phone: null },
    problems: [],
  });
  expect(checkFields(input, Members.of({ id: 0, phone: '****' }), inChina).problems).toEqual([
    { field: 'id', reason: 'field.out-of-range', params: { min: 1, max: Number.MAX_SAFE_INTEGER } },
    { field: 'state', reason: 'field.required' },
    { field: 'phone', reason: 'field.bad-format' },
  ]);
});

test('no body throws, and what comes out names declared fields', () => {
  const keys = fc.oneof(
    fc.constantFrom(
      'USERID',
      'VISIT_TITLE',
      'TO_TIME',
      'extra',
      'symptoms',
      'tags',
      'payments',
      'key',
      'address',
      'imei',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.dictionary(keys, fc.anything()),
      fc.constantFrom('create' as const, 'update' as const),
      (body, mode) => {
        const { values, problems } = checkSave(visit, Members.of(body), { mode, context: inChina });
        for (const name of [...Object.keys(values), ...problems.map(({ field }) => field)])
          expect(Object.hasOwn(visit.fields, name)).toBe(true);
        if (problems.length === 0 && mode === 'create')
          for (const name of ['client', 'title', 'visitedAt']) expect(values[name]).not.toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});
