// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { BenchResult } from './bench-result.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const show = (coveredSince: string | null) =>
  openStage(
    <BenchResult
      found={{
        id: 1,
        ruleVersion: 2,
        ruleName: '长时间离线',
        plannedPeople: 3,
        checkedPeople: 3,
        outOfSight: 0,
        beyondLimit: 0,
        since: '2026-03-01T00:00:00.000Z',
        until: '2026-03-31T00:00:00.000Z',
        coveredSince,
        createdAt: '2026-03-31T00:00:00.000Z',
        levels: [{ level: 2, existing: 1, proposed: 0 }],
        hours: [],
        products: [],
        peopleConcerned: 1,
        people: [],
      }}
      isRunning={false}
      behind={{}}
      onAsk={() => undefined}
    />,
  );

test.each([
  ['2026-03-21T00:00:00.000Z', /数据不足：设备状态自 2026-03-21 .*仅覆盖 30天中的最近 10天/],
  ['2026-03-30T23:30:00.000Z', /数据不足：设备状态自 2026-03-31 .*仅覆盖 30天中的最近 0.5小时/],
  ['2026-03-31T00:00:00.000Z', /数据不足：.*没有可测算的天数（共 30天）/],
])('a bench that reaches back to %s says how many days it covers', (coveredSince, words) => {
  show(coveredSince);
  expect(screen.getByRole('alert').textContent).toMatch(words);
});

test.each([[null], ['2026-03-01T00:00:00.000Z']])('a bench that is covered since %s says nothing', (coveredSince) => {
  show(coveredSince);
  expect(screen.getByRole('status').textContent).toContain('现行规则 1 次');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the zeros of a bench that nothing covers are not shown as its result', () => {
  show('2026-03-31T00:00:00.000Z');
  expect(screen.getByRole('alert')).not.toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});
