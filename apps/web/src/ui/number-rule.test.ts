// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';

import { setCulture } from '../lib/i18n/i18n.ts';
import { loadTexts } from '../lib/i18n/texts.ts';
import { wholeNumberRule } from './number-rule.ts';

beforeAll(async () => {
  setCulture('zh-Hans');
  await loadTexts();
});

const answer = (value: number | string | null): Promise<unknown> =>
  wholeNumberRule({ label: '天数', min: 1, max: 24 })
    .validator(undefined, value)
    .then(
      () => 'taken',
      (error: Error) => error.message,
    );

test('what is out of range or not whole is refused as it was typed', async () => {
  expect(await Promise.all([25, -3, 8.7, '1,5', 24, null, ''].map(answer))).toEqual([
    '天数须在1到24之间',
    '天数须在1到24之间',
    '天数须为整数',
    '天数须为整数',
    'taken',
    'taken',
    'taken',
  ]);
});
