import { expect, test } from 'vitest';
import { rightsDigest } from './session.ts';

const rights = {
  permissions: new Set(['Pages.A', 'Pages.B']),
  sight: { all: false, own: true, teams: [3, 12], units: [7] },
};

test('the same rights and sight have the same digest, in whatever order they were read', () => {
  expect(
    rightsDigest({ permissions: new Set(['Pages.B', 'Pages.A']), sight: { ...rights.sight, teams: [12, 3] } }),
  ).toBe(rightsDigest(rights));
});

test.each([
  ['another permission in place of one', { ...rights, permissions: new Set(['Pages.A', 'Pages.C']) }],
  ['another team in place of one', { ...rights, sight: { ...rights.sight, teams: [3, 13] } }],
  ['a unit instead of a team', { ...rights, sight: { ...rights.sight, teams: [3], units: [7, 12] } }],
  ['another scope', { ...rights, sight: { ...rights.sight, all: true } }],
  ['no sight of the own rows', { ...rights, sight: { ...rights.sight, own: false } }],
])('%s has another digest', (_name, other) => {
  expect(rightsDigest(other)).not.toBe(rightsDigest(rights));
});
