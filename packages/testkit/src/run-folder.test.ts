import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRunFolder } from './run-folder.ts';

test('a new folder takes the place of those whose process has ended, and of no others', () => {
  const mine = makeRunFolder('kangmai-proof');
  // No process has an id above 4,194,304.
  const orphan = join(dirname(mine), 'kangmai-proof-9999999-abcdef');
  const stranger = join(dirname(mine), 'kangmai-proof-of-others-9999999-abcdef');
  for (const folder of [orphan, stranger]) mkdirSync(folder);
  const next = makeRunFolder('kangmai-proof');
  try {
    expect([mine, next, orphan, stranger].map((folder) => existsSync(folder))).toEqual([true, true, false, true]);
  } finally {
    for (const folder of [mine, next, stranger]) rmSync(folder, { recursive: true });
  }
});
