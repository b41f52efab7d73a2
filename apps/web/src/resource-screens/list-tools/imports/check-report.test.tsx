// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { CheckReport } from './check-report.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const batch = {
  id: 1,
  fileName: '岗位.xlsx',
  state: 'checked',
  problemRows: 0,
  duplicateRows: 0,
  writtenRows: 0,
  doneRows: 0,
  unknownColumns: [],
  failureText: null,
  failureRow: null,
  createdAt: '2026-05-01T00:00:00Z',
  canUndo: false,
  canUpdate: true,
  canCorrect: false,
  onDuplicate: null,
} as const;

test.each([
  [0, '没有可导入的行（示例行不导入）', 'ant-alert-warning'],
  [2, '没有发现问题', 'ant-alert-success'],
])('a file with %i rows: %s', (rows, words, look) => {
  openStage(<CheckReport batch={{ ...batch, totalRows: rows, validRows: rows }} onAgain={() => undefined} />);
  const alert = screen.getByRole('alert');
  expect([alert.textContent, alert.className]).toEqual([words, expect.stringContaining(look)]);
});
