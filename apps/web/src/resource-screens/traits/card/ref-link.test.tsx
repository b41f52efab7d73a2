// @vitest-environment happy-dom
import { client } from '@kangmai/model/clients';
import { device, deviceBinding } from '@kangmai/model/devices';
import { pagesOf, routes } from '@kangmai/model/menu';
import { permissionsOfCall } from '@kangmai/resource';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { queryClient } from '../../../lib/api/query-client.ts';
import { useSession } from '../../../lib/session/session.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { ResourceScreen } from '../../resource-screen.tsx';
import { InLink, RefLink } from './ref-link.tsx';

const cards = 'POST C_client/GetCards';
const card = {
  id: 7,
  displayName: '王秀英',
  facts: [
    { label: '年龄', text: '72' },
    { label: '手机号', text: '138****5678' },
  ],
};

function openName(may: readonly string[], isInLink = false) {
  const requests = fakeServer({ [cards]: () => ({ items: [card] }) });
  const user = openStage(
    <InLink value={isInLink}>
      <RefLink target="client" id={7}>
        王秀英
      </RefLink>
    </InLink>,
  );
  useSession.setState({ permissions: new Set(may) });
  return { user, requests };
}

const pagePermissions = (screenKey: string): readonly string[] => {
  const page = pagesOf(routes).find(({ entry }) => entry.screen === screenKey);
  return [...(page?.groups ?? []), ...(page ? [page.entry] : [])].flatMap(({ permission = [] }) => permission);
};
const everything = [permissionsOfCall(client, 'list'), pagePermissions('clients')].flat();
const ofDevices = [
  permissionsOfCall(device, 'list'),
  permissionsOfCall(deviceBinding, 'list'),
  pagePermissions('deviceDetail'),
].flat();

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

test('the pointer on a name brings the facts that tell it from others, in one call', async () => {
  const { user, requests } = openName(everything);
  expect(requests).toEqual([]);
  await user.hover(screen.getByText('王秀英'));
  expect(await screen.findByText('138****5678')).toBeTruthy();
  expect(screen.getByText('年龄')).toBeTruthy();
  expect(requests.filter(({ call }) => call === cards).map(({ body }) => body)).toEqual([{ ids: [7] }]);
});

test('the name leads to the page of the row; inside another link it is a plain text', async () => {
  const { user } = openName(everything);
  await user.hover(screen.getByText('王秀英'));
  expect((await screen.findByRole('link', { name: '王秀英' })).getAttribute('href')).toBe('/userManage/UserList/7');
  clearStage();
  openName(everything, true);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a device named by its imei leads to its page, in a cell and in the chip of a filter, with a card', async () => {
  const requests = fakeServer({
    'GET Device_binds/GetAll': () => ({
      totalCount: 1,
      items: [
        {
          device_bind: { id: 3, imei: '860000000000018', userId: null, relation: 0, state: 1 },
          deviceId: 12,
        },
      ],
    }),
    'POST Devices/GetCards': () => ({ items: [{ id: 12, displayName: '860000000000018', facts: [] }] }),
  });
  const user = openStage(<ResourceScreen resource={deviceBinding} />, { path: '/?device=860000000000018' });
  useSession.setState({ permissions: new Set(ofDevices) });
  const links = await screen.findAllByRole('link', { name: '860000000000018' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/ycjh/yjglycjhDeviceinfo/12'));
  await user.hover(links[1] ?? document.body);
  await waitFor(() =>
    expect(requests.filter(({ call }) => call === 'POST Devices/GetCards')).toMatchObject([{ body: { ids: [12] } }]),
  );
});

test('who may not list the rows gets no card, and asks for none', async () => {
  const { user, requests } = openName([]);
  await user.hover(screen.getByText('王秀英'));
  await waitFor(() => expect(queryClient.getQueryData(['definition', 'client'])).toBeTruthy());
  expect(screen.queryByText('138****5678')).toBeNull();
  expect(requests).toEqual([]);
});
