// @vitest-environment happy-dom
import { deviceProduct, deviceType } from '@kangmai/model/devices';
import { choice, defineStates, integer, move, technical, type AnyResource } from '@kangmai/resource';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { useSession } from '../../../lib/session/session.ts';
import { firstPage } from '../../../resource-client/address.ts';
import { TabContext } from '../../../ui/tab-host/tab-context.ts';
import { equipment, wireRow } from '../../test/equipment.ts';
import { fakeServer, pageOf, Refusal } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { rememberList } from '../neighbours/list-memory.tsx';
import { detailPage } from './detail-page.tsx';

const states = defineStates({ used: { label: '使用中', en: 'Used' }, retired: { label: '已报废', en: 'Retired' } });
const paged = {
  ...equipment,
  fields: {
    ...equipment.fields,
    state: choice(states, { label: '状态', en: 'State', default: 'used' }),
    source: integer({ label: '来源编号', en: 'Source', ...technical }),
  },
  detail: { steps: 'state' },
  inStates: { edit: ['used'] },
  moves: {
    on: 'state',
    retire: move({ label: '报废', en: 'Retire', from: ['used'], to: 'retired', permission: 'Edit' }),
  },
} as AnyResource;
const one = 'GET Equipment/GetForEdit';
const history = 'GET Equipment/GetHistory';
const noHistory = { items: [], hasMore: false };
const closed: string[] = [];

function Address() {
  return <output>{useLocation().pathname}</output>;
}

function openPage(resource: AnyResource, path = '/list/7') {
  const Screen = detailPage(resource);
  const facts = { key: path, setTitle: () => undefined, setDirty: () => undefined, close: () => closed.push(path) };
  return openStage(
    <>
      <Address />
      <Routes>
        <Route
          path="/list/:id"
          element={
            <TabContext value={facts}>
              <Screen />
            </TabContext>
          }
        />
      </Routes>
    </>,
    { path },
  );
}

beforeAll(() => loadCulture('zh-Hans'));
afterEach(() => {
  clearStage();
  closed.length = 0;
});

const labels = (): readonly string[] => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);

test('the page shows name, facts, steps and fields; empty and technical fields are folded', async () => {
  fakeServer({ [one]: () => wireRow(7, { state: 'used', source: 12, uses: null }), [history]: () => noHistory });
  const user = openPage(paged);
  await screen.findByRole('heading', { level: 1, name: '血压计7' });
  expect(within(screen.getByRole('group', { name: '状态' })).getByText('使用中')).toBeTruthy();
  expect(labels()).not.toContain('使用次数');
  expect(screen.getByText('来源编号').closest('details')?.open).toBe(false);
  await user.click(screen.getByRole('button', { name: '显示空字段（1）' }));
  expect(labels()).toContain('使用次数');
});

test('only what fits the state is offered, moves and 编辑; after one the row and its history are read again', async () => {
  let state = 'used';
  const requests = fakeServer({
    [one]: () => wireRow(7, { state }),
    [history]: () => noHistory,
    'POST Equipment/Retire': () => {
      state = 'retired';
      return { id: 7 };
    },
  });
  const user = openPage(paged);
  await user.click(await screen.findByRole('button', { name: '报废' }));
  expect(screen.getByRole('button', { name: /^编\s*辑$/ })).toBeTruthy();
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('原因'), '损坏');
  await user.click(within(dialog).getByRole('button', { name: /确\s*定/ }));
  await waitFor(() =>
    expect(
      within(screen.getByRole('group', { name: '状态' }))
        .getByText('已报废')
        .getAttribute('aria-current'),
    ).toBe('step'),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: '报废' })).toBeNull());
  expect(screen.queryByRole('button', { name: /^编\s*辑$/ })).toBeNull();
  expect(requests.filter(({ call }) => call === history)).toHaveLength(2);
});

test.each(['/list/7', '/list/abc', '/list/0'])(
  '%s without a row says so in words and leads to the list',
  async (path) => {
    fakeServer({ [one]: () => new Refusal(404, { message: '没有找到' }) });
    openPage(paged, path);
    await screen.findByText('记录不存在或已被删除');
    expect(screen.getByRole('link', { name: '返回设备列表' }).getAttribute('href')).toBe('/list');
  },
);

test('the neighbours follow the order of the list, over its pages, in one tab', async () => {
  const asked = { ...firstPage, size: 10, page: 1 };
  rememberList('/list', { resource: paged, asked, ids: [9, 7], total: 12 });
  const requests = fakeServer({
    [one]: ({ query }) => wireRow(Number(query['id']), { state: 'used' }),
    [history]: () => noHistory,
    'GET Equipment/GetAll': () => ({ ...pageOf(wireRow(3), wireRow(2)), totalCount: 12 }),
  });
  const user = openPage(paged);
  await user.click(await screen.findByRole('button', { name: '下一条' }));
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/list/3'));
  expect(requests.find(({ call }) => call === 'GET Equipment/GetAll')?.query).toMatchObject({ SkipCount: '10' });
  expect(closed).toEqual(['/list/7']);
});

test('an address opened by itself has no neighbours', async () => {
  rememberList('/list', { resource: paged, asked: firstPage, ids: [1, 2], total: 2 });
  fakeServer({ [one]: () => wireRow(7, { state: 'used' }), [history]: () => noHistory });
  openPage(paged);
  await screen.findByRole('button', { name: '复制地址' });
  expect(screen.queryByRole('button', { name: '下一条' })).toBeNull();
});

const typed = { id: 7, rowVersion: 1, typeName: '手表', typeCode: 'watch', category: 'wearable' };
const productRow = (id: number) => ({ deviceProduct: { id, productName: `产品${id}`, productCode: `P${id}` } });

async function openRelated(total: number) {
  // Without it everything counts as scrolled into view.
  vi.stubGlobal('IntersectionObserver', undefined);
  const requests = fakeServer({
    'GET DevicesType/GetDevicesTypeForEdit': () => ({ devicesType: typed }),
    'GET DevicesType/GetHistory': () => noHistory,
    'GET DeviceProduct/GetAll': () => ({ totalCount: total, items: [productRow(1)] }),
  });
  openPage(deviceType);
  useSession.setState({ permissions: new Set([deviceType.permission, deviceProduct.permission].flat()) });
  await screen.findByRole('heading', { level: 2, name: `设备产品（${total}）` });
  return requests;
}

test('a related list is narrowed to the row; a short one has neither filters nor exports', async () => {
  const requests = await openRelated(3);
  expect(requests.find(({ call }) => call === 'GET DeviceProduct/GetAll')?.query).toMatchObject({
    devicesTypeIdFilter: '7',
  });
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('button', { name: /导出/ })).toBeNull();
  // A list without its permission is not there.
  expect(requests.some(({ call }) => call.startsWith('GET Devices/'))).toBe(false);
});

test('a long related list can be searched', async () => {
  await openRelated(25);
  expect(screen.getByRole('search')).toBeTruthy();
});
