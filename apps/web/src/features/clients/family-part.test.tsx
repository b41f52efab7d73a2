// @vitest-environment happy-dom
import { family, familyMember, knowingChannel } from '@kangmai/model/clients';
import { permissionsOfWrite } from '@kangmai/resource';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { useSession } from '../../lib/session/session.ts';
import { fakeServer, pageOf } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { ChannelsScreen } from './channels.screen.tsx';
import { FamilyPart } from './family-part.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const may = (...names: readonly string[]): void => useSession.setState({ permissions: new Set(names) });
const stems = ['Pages', 'Pages.CustomerManage', 'Pages.CustomerManage.Clients', 'Pages.Basicplatform'];

test('a client without family is offered a new one and a place in one, as far as the user may', async () => {
  fakeServer({ 'GET ClientFamily/GetById': () => ({ familyId: null, familyName: null, members: [] }) });
  openStage(<FamilyPart id={7} name="王建国" />);
  may(...stems, family.permission as string, ...permissionsOfWrite(family, 'Create'));
  await screen.findByText('该客户尚未加入家庭');
  expect(screen.getByRole('button', { name: '新建家庭' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: '加入家庭' })).toBeNull();
});

test('the members of the family stand with age and newest case', async () => {
  const requests = fakeServer({
    'GET ClientFamily/GetById': () => ({
      familyId: 3,
      familyName: '王家',
      members: [{ clientId: 7, age: 71, latestAbnormal: { finding: '收缩压偏高', at: '2026-11-20T02:00:00Z' } }],
    }),
    'GET ClientFamily/GetAll': () =>
      pageOf({ id: 1, familyId: 3, clientId: 7, clientName: '王建国', relationToHead: '0', canViewData: false }),
  });
  openStage(<FamilyPart id={7} name="王建国" />);
  may(...stems);
  await screen.findByText('71岁');
  expect(screen.getByText(/收缩压偏高/)).toBeTruthy();
  const list = requests.find(({ call }) => call === `GET ${familyMember.wire.service}/GetAll`);
  expect(list?.query).toMatchObject({ familyIdFilter: '3' });
});

test('the number of clients of a channel leads to these clients', async () => {
  fakeServer({
    'GET Knowing_channel/GetAll': () =>
      pageOf(...[4, 0].map((clientCount, at) => ({ knowing_channel: { id: at + 5, name: `渠道${at}`, clientCount } }))),
  });
  openStage(<ChannelsScreen />);
  may(...stems, knowingChannel.permission as string);
  const link = await screen.findByRole('link', { name: '4' });
  expect(link.getAttribute('href')).toBe('/userManage/UserList?knowingChannel=5');
  expect(screen.queryByRole('link', { name: '0' })).toBeNull();
});
