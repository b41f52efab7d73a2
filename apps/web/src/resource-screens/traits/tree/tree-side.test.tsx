// @vitest-environment happy-dom
import { defineResource, integer, ref, text } from '@kangmai/resource';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ResourceScreen } from '../../resource-screen.tsx';
import { fakeServer, pageOf } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { TreeSide } from './tree-side.tsx';

const place = defineResource({
  name: 'place',
  title: '地点',
  en: 'Places',
  scope: 'tenant',
  scopeRule: { everybody: 'made up for tests' },
  permission: 'Pages.Equipment',
  wire: { service: 'Places', entity: 'Place', calls: { list: 'GetAll', edit: 'GetForEdit', save: 'CreateOrEdit' } },
  fields: {
    parent: ref('place', { label: '上级', en: 'Parent', wire: 'ParentId', filter: 'exact' }),
    code: text({ label: '编码', en: 'Code', required: true, readonly: true, max: 95 }),
    title: text({ label: '名称', en: 'Name', required: true, max: 20 }),
    sort: integer({ label: '序号', en: 'Order' }),
  },
  list: { columns: ['title'], sort: 'code' },
  display: 'title',
  tree: { parent: 'parent', code: 'code', order: 'sort', levels: 16 },
});
const node = (id: number, parentId: number | null, displayName: string) => ({
  id,
  parentId,
  displayName,
  childCount: 0,
});

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

test('a chosen row of the tree shows what stands below it, and a row dropped on another moves after a question', async () => {
  const requests = fakeServer({
    'GET Places/GetAll': () => pageOf(),
    'GET Places/GetTree': () => ({ items: [node(1, null, '北区'), node(2, 1, '大厅'), node(3, null, '南区')] }),
    'POST Places/CreateOrEdit': () => 2,
  });
  const user = openStage(<ResourceScreen resource={place} Around={TreeSide} />);
  await user.click(await screen.findByText('北区'));
  await waitFor(() =>
    expect(requests.findLast(({ call }) => call === 'GET Places/GetAll')?.query).toMatchObject({
      ParentIdFilter: '1',
      ParentIdWithBelow: 'true',
    }),
  );
  const transfer = { effectAllowed: 'move' };
  fireEvent.dragStart(screen.getByText('大厅'), { dataTransfer: transfer });
  fireEvent.drop(screen.getByText('南区'), { dataTransfer: transfer });
  await screen.findAllByText('将“大厅”及其下级移动到“南区”之下？');
  await user.click(screen.getByRole('button', { name: /确\s*定/ }));
  await waitFor(() =>
    expect(requests.find(({ call }) => call === 'POST Places/CreateOrEdit')?.body).toEqual({ id: 2, parentId: 3 }),
  );
});
