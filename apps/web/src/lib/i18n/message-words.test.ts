import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');
const textFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /texts?\.ts$|zh-hans\.ts$/.test(path),
);

test('messages say what was done as people say it: 已认领, never 认领成功', () => {
  expect(textFiles.length).toBeGreaterThan(20);
  const stiff = textFiles.flatMap((path) =>
    readFileSync(join(sources, path), 'utf8')
      .split('\n')
      .filter((line) => /[^'\s]成功/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(stiff).toEqual([]);
});
