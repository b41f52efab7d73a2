// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { fakeServer, pageOf } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { BatchView } from './batch-view.tsx';

import type { ImportBatch } from '../../../resource-client/imports.ts';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const batch: ImportBatch = {
  id: 1,
  fileName: 'x.xlsx',
  state: 'done',
  totalRows: 6,
  validRows: 3,
  problemRows: 1,
  duplicateRows: 2,
  writtenRows: 3,
  doneRows: 6,
  unknownColumns: [],
  failureText: null,
  failureRow: null,
  createdAt: '2026-01-01T00:00:00Z',
  canUndo: false,
  canUpdate: false,
  canCorrect: false,
  onDuplicate: 'skip',
  outcome: ['2 人已收到邮件', '1 人未启用'],
};
const none = (): void => undefined;
const view = (change: Partial<ImportBatch> = {}) => (
  <BatchView batch={{ ...batch, ...change }} onAgain={none} onClose={none} />
);

test('a finished import says what became of its rows, who existed already and what was left out', async () => {
  openStage(view());
  const told = await screen.findByRole('list', { name: '导入结果' });
  expect([...told.children].map(({ textContent }) => textContent)).toEqual(['2 人已收到邮件', '1 人未启用']);
  expect(document.body.textContent).toContain('2 行系统中已存在，已跳过。');
  expect(document.body.textContent).toContain('另有 1 行未导入');
});

test('one without anything to tell has no list of it, nor rows that were skipped', () => {
  openStage(view({ outcome: [], onDuplicate: 'update', writtenRows: 5 }));
  expect(screen.queryByRole('list', { name: '导入结果' })).toBeNull();
  expect(document.body.textContent).not.toContain('已跳过');
});

test('rows that exist can be updated where the import may do so', async () => {
  fakeServer({ 'GET Imports/GetProblems': () => pageOf() });
  openStage(view({ state: 'checked', canUpdate: true }));
  expect(await screen.findByRole('radio', { name: '更新为文件中的内容' })).toBeTruthy();
  clearStage();
  fakeServer({ 'GET Imports/GetProblems': () => pageOf() });
  openStage(view({ state: 'checked' }));
  await screen.findByRole('button', { name: '导入 3 行' });
  expect(screen.queryByRole('radio')).toBeNull();
});
