import { model } from '@kangmai/model';
import { dateTime, movesOf } from '@kangmai/resource';
import { describe, expect, test } from 'vitest';

import { formFields, startValues } from './form-values.ts';

const { resources } = model;
const stamp =
  /^(responder|handler|claimer|submitter|reviewer)$|(responded|claimed|handled|closed|confirmed|unbound)(At|On|By)$/;

describe.each(resources.map((resource) => [resource.name, resource] as const))('the form of %s', (_name, resource) => {
  const inputs = formFields(resource).map(([name]) => name);

  test('has neither its state nor what its moves ask for', () => {
    const moved = movesOf(resource).flatMap(([, { input }]) => Object.keys(input ?? {}));
    expect(inputs.filter((name) => name === resource.moves?.on || moved.includes(name))).toEqual([]);
  });

  test('has no stamp and no responder', () => {
    expect(inputs.filter((name) => stamp.test(name))).toEqual([]);
  });
});

test('who called for help, when and where is never changed', () => {
  const { sosRecord } = Object.fromEntries(resources.map((resource) => [resource.name, resource]));
  const source = ['device', 'client', 'type', 'calledAt', 'longitude', 'latitude', 'locatedAt', 'address'];
  expect(source.filter((name) => !sosRecord?.fields[name]?.options.fixed)).toEqual([]);
});

test('a time begins as its definition says; an optional or second one stays empty', () => {
  const at = dateTime({ label: '测量时间', required: true, start: 'now' });
  const until = dateTime({ label: '结束时间', required: true });
  const { since, ...rest } = startValues({ since: at, until, checked: dateTime({ label: '复核时间' }) });
  expect(since).toBeInstanceOf(Date);
  expect(rest).toEqual({ until: null, checked: null });
});
