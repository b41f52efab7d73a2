import { describe, expect, test } from 'vitest';
import { Members } from './members.ts';

describe('a body', () => {
  test.each(['TO_TIME', 'tO_TIME', 'to_time'])('%s is found', (name) =>
    expect(Members.of({ [name]: 1 }).get('TO_TIME')).toBe(1),
  );

  test('the exact spelling precedes, then the first', () => {
    expect(Members.of({ to_time: 1, TO_TIME: 2 }).get('TO_TIME')).toBe(2);
    expect(Members.of({ to_time: 1, To_Time: 2 }).get('TO_TIME')).toBe(1);
  });

  test('prototypes are out of reach', () => {
    const members = Members.of(JSON.parse('{"__proto__":{"high":100}}') as Record<string, unknown>).with({ a: 1 });
    for (const name of ['constructor', 'toString']) expect(members.get(name)).toBeUndefined();
    expect(Members.of({}).get('__proto__')).toBeUndefined();
    expect(({} as { high?: number }).high).toBeUndefined();
  });

  test('others replace members in any spelling', () => {
    const members = Members.of({ regioncode: '1', name: 'x' }).with({ regionCode: '2' });
    expect([members.get('REGIONCODE'), members.get('name')]).toEqual(['2', 'x']);
    expect(Object.keys(members.all)).toEqual(['name', 'regionCode']);
    expect(Members.of({ skipCount: 1, sorting: 'a' }).without('SkipCount').all).toEqual({ sorting: 'a' });
  });

  test('stored work keeps the spelling', () => {
    expect(JSON.stringify({ query: Members.of({ tO_TIME: 1 }) })).toBe('{"query":{"tO_TIME":1}}');
  });
});

describe('a query', () => {
  test.each([
    [{ count: ['1', '2'] }, ['1', '2']],
    [{ 'count[0]': '1', 'count[1]': '2' }, ['1', '2']],
    [{ 'count[]': ['1', '2'] }, ['1', '2']],
    [{ 'count[]': '1' }, '1'],
    [{ 'Count': '1', 'count': '2' }, ['1', '2']],
    [{ 'input.count': 3 }, 3],
    [{ 'Input.Count': '1', 'count': ['2', '3'] }, ['1', '2', '3']],
    [{ count: null }, null],
    [{ count: true }, true],
  ])('%j is read as %j', (query, value) => expect(Members.ofQuery(query).get('count')).toEqual(value));

  test('is the same when it is read again', () => {
    const { all } = Members.ofQuery({ 'ids[0]': '1', 'ids[1]': '2' });
    expect(Members.ofQuery(all).all).toEqual(all);
  });
});
