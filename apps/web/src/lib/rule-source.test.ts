import { expect, test } from 'vitest';

import { sourceParts } from './rule-source.ts';

test('the mark of an unconfirmed value is no text', () => {
  expect(sourceParts('诊断学 v')).toEqual({ source: '诊断学', isPending: true });
  expect(sourceParts('无症状收缩压200 v')).toEqual({ source: '无症状收缩压200', isPending: true });
  expect(sourceParts('v')).toEqual({ source: '', isPending: true });
  expect(sourceParts('ESC v2')).toEqual({ source: 'ESC v2', isPending: false });
  expect(sourceParts(null)).toEqual({ source: '', isPending: false });
});
