// @vitest-environment happy-dom
import { user as userResource } from '@kangmai/model/organization';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { NamesTab } from './names-tab.tsx';
import { RowsTab } from './rows-tab.tsx';

import type { TreeEntry } from '../../../ui/tree-pane/tree-nodes.ts';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const boxOf = (name: string): Element => {
  const node = [...document.querySelectorAll('.ant-tree-treenode')].find(
    (each) => each.querySelector('.ant-tree-title')?.textContent === name,
  );
  const box = node?.querySelector('.ant-tree-checkbox');
  if (!box) throw new Error(`no box for ${name}`);
  return box;
};
const titles = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.ant-tree-list-holder .ant-tree-title')].map(({ textContent }) => textContent);

function Rows({ entries, start }: { readonly entries: readonly TreeEntry[]; readonly start: readonly number[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <RowsTab
        of={{ resource: userResource, name: 'organizationUnits' }}
        entries={entries}
        value={value}
        onChange={setValue}
      />
      <output>{value.join()}</output>
    </>
  );
}

test('rows of a tree are ticked one by one, found by a word, and counted', async () => {
  const entries = [
    { id: 1, parentId: null, name: '总院' },
    { id: 2, parentId: 1, name: '心内科', note: '由上级获得' },
    { id: 3, parentId: 1, name: '骨科' },
  ];
  const user = openStage(<Rows entries={entries} start={[3]} />);
  expect(titles()).toEqual(['总院', '心内科由上级获得', '骨科']);
  await user.click(boxOf('总院'));
  await screen.findByText('已选 2 项');
  await user.click(boxOf('骨科'));
  expect(within(document.body).getByText('1')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: '搜索组织机构' }), '心内');
  expect(titles()).toEqual(['总院', '心内科由上级获得']);
  await user.type(screen.getByRole('textbox', { name: '搜索组织机构' }), '没有');
  await screen.findByText('没有可选的组织机构');
});

const renderMark = (name: string) => name === 'Pages.A.Edit' && <b>单独授予</b>;

function Names({ start }: { readonly start: readonly string[] }) {
  const [value, setValue] = useState<ReadonlySet<string>>(() => new Set(start));
  const permissions = [
    { name: 'Pages', parentName: null, displayName: '页面' },
    { name: 'Pages.A', parentName: 'Pages', displayName: '客户' },
    { name: 'Pages.A.Edit', parentName: 'Pages.A', displayName: '编辑客户' },
  ];
  return (
    <>
      <NamesTab permissions={permissions} value={value} onChange={setValue} mark={renderMark} />
      <output>{[...value].toSorted().join()}</output>
    </>
  );
}

test('a name gives what stands above it, a group all of it; names are marked, and groups half ticked', async () => {
  const user = openStage(<Names start={['Pages']} />);
  await user.type(screen.getByRole('textbox', { name: '搜索权限' }), '编辑');
  expect(titles()).toEqual(['页面', '客户', '编辑客户单独授予']);
  await user.click(boxOf('编辑客户单独授予'));
  await screen.findByText('Pages,Pages.A,Pages.A.Edit');
  await user.click(boxOf('编辑客户单独授予'));
  await screen.findByText('Pages,Pages.A');
  expect(boxOf('客户').className).toContain('indeterminate');
  await user.click(boxOf('客户'));
  await screen.findByText('Pages,Pages.A,Pages.A.Edit');
});
