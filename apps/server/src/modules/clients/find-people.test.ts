import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { client, device, deviceBinding, family, staffProfile, tag } from '@kangmai/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSpellings } from './spellings.ts';

interface Other {
  readonly id: number;
  readonly name: string;
}

interface Found {
  readonly families: readonly Other[];
  readonly tags: readonly Other[];
  readonly staff: readonly Other[];
  readonly people: readonly {
    readonly id: number;
    readonly name: string;
    readonly phone: string;
    readonly age: number;
    readonly isRecent: boolean;
  }[];
  readonly cases: readonly { readonly id: number; readonly clientName: string; readonly level: number }[];
}

let app: TestApp;
let admin: Client;
let alpha: Samples;
const ids = new Map<string, number>();

const people = [
  { name: '单雄信', phone: '13900001111' },
  { name: '单雄', phone: '13900002222' },
  { name: '吕秀英', phone: '13900003333' },
  { name: '王小明', phone: '13900004444' },
];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  alpha = await Samples.of(app, 'Alpha');
  for (const person of people) {
    const body = await alpha.body(client);
    const saved = await admin.post<number>('C_client/CreateOrEdit', { ...body, ...person });
    if (saved.status !== 200) throw new Error(saved.text);
    ids.set(person.name, saved.result);
  }
});
afterAll(() => app.close());

const find = async (filter: string, who = admin): Promise<Found> => {
  const { status, text, result } = await who.get<Found>('Search/Find', { filter });
  if (status !== 200) throw new Error(text);
  return result;
};
const names = async (filter: string, who = admin): Promise<readonly string[]> =>
  (await find(filter, who)).people.map(({ name }) => name);

test.each([
  ['the beginning of the name, an exact one first', '单雄', ['单雄', '单雄信']],
  ['initials', 'lxy', ['吕秀英']],
  ['full pinyin, in part', 'Lv xiu', ['吕秀英']],
  ['the surname with its own sound', 'shanx', ['单雄', '单雄信']],
  ['the last four digits of the phone', '4444', ['王小明']],
  ['the whole phone', '13900003333', ['吕秀英']],
  ['nothing that fits', '不存在', []],
  ['one letter', 'l', []],
  ['wild cards', '%', []],
])('%s: %s', async (_what, word, wanted) => expect(await names(word)).toEqual(wanted));

test('the archive number and the IMEI that a person wears', async () => {
  const id = ids.get('王小明') ?? 0;
  const [{ archive_no: archiveNo } = { archive_no: '' }] = await alpha.inTenant(({ tx }) =>
    tx.query<{ archive_no: string }>('select archive_no from client where tenant_id = $1 and id = $2', [
      app.tenants.Alpha,
      id,
    ]),
  );
  expect(await names(archiveNo)).toEqual(['王小明']);
  const imei = '860000000012345';
  const watch = await alpha.plant(device, 'watch', { imei });
  await alpha.plant(deviceBinding, 'worn', { device: watch, client: id, relation: 'wearer', state: 'active' });
  expect(await names(imei)).toEqual(['王小明']);
});

test('people viewed of late stand first, once, and are offered without a word', async () => {
  await admin.get('C_client/GetC_clientForEdit', { Id: ids.get('单雄信') });
  const found = await find('单');
  expect(found.people.map(({ name, isRecent }) => `${name} ${isRecent}`)).toEqual(['单雄信 true', '单雄 false']);
  expect((await names('')).at(0)).toBe('单雄信');
});

test('families, tags and staff are found by the beginning of their names, as far as the caller sees them', async () => {
  const head = ids.get('吕秀英') ?? 0;
  const save = async (path: string, body: object): Promise<number> => {
    const { status, text, result } = await admin.post<number>(path, body);
    if (status !== 200) throw new Error(text);
    return result;
  };
  const homeId = await alpha.plant(family, 'home', { familyName: '寻家路家庭', householder: head });
  const tagId = await alpha.plant(tag, 'mark', { name: '寻家标签', code: 'SEEK', isActive: true });
  await alpha.plant(staffProfile, 'seeker', { name: '寻佳', code: 'S-771', isVoid: false });
  await save('TagLibrary/CreateOrEdit', { name: '寻家停用', code: 'SEEK2', category: 'custom', isActive: false });
  const found = await find('寻');
  expect(found.families).toEqual([expect.objectContaining({ id: homeId, name: '寻家路家庭' })]);
  expect(found.tags).toEqual([{ id: tagId, name: '寻家标签', facts: ['SEEK'] }]);
  expect(found.staff.map(({ name }) => name)).toEqual(['寻佳']);
  expect((await find('s-771')).staff.map(({ name }) => name)).toEqual(['寻佳']);
  const others = ({ families, tags, staff }: Found) => ({ families, tags, staff });
  const nothing = { families: [], tags: [], staff: [] };
  expect(others(await find('', admin))).toEqual(nothing);
  expect(others(await find('寻', await app.as('admin', 'Beta')))).toEqual(nothing);
  const outsider = await addUser(app, 'Alpha', { userName: 'seekless', dataScope: 'own', allPermissions: true });
  expect((await find('寻', outsider.client)).families).toEqual([]);
  const narrow = await addUser(app, 'Alpha', { userName: 'seekbare', dataScope: 'all', allPermissions: false });
  await alpha.inTenant(({ tx }) =>
    tx.query(
      "insert into role_permission (tenant_id, role_id, permission) select $1, id, 'Pages.CustomerManage.Clients' from app_role where tenant_id = $1 and name = 'Roleseekbare' returning role_id as id",
      [app.tenants.Alpha],
    ),
  );
  expect(others(await find('寻', narrow.client))).toMatchObject({ families: [], staff: [] });
});

test('numbers are masked, and open cases come with their person', async () => {
  const id = ids.get('吕秀英') ?? 0;
  await alpha.inTenant(({ tx }) =>
    tx.execute(
      "insert into abnormal_case (tenant_id, client_id, type, finding, level, started_at, latest_at, state) values ($1, $2, 'bpHigh', 'x', 3, now(), now(), 0)",
      [app.tenants.Alpha, id],
    ),
  );
  const { people: found, cases } = await find('吕秀英');
  expect(found.map(({ phone }) => phone)).toEqual(['139****3333']);
  expect(cases.map(({ clientName, level }) => [clientName, level])).toEqual([['吕秀英', 3]]);
});

test('the end of a phone is no reveal: it is searched as often as people call', async () => {
  for (let at = 0; at < 70; at += 1) expect(await names('4444')).toEqual(['王小明']);
});

test('nobody finds a person beyond the own sight or of another tenant', async () => {
  const outsider = await addUser(app, 'Alpha', { userName: 'findless', dataScope: 'own', allPermissions: true });
  const beta = await app.as('admin', 'Beta');
  const bare = await addUser(app, 'Alpha', { userName: 'findbare', dataScope: 'all', allPermissions: false });
  for (const word of ['单雄', 'lxy', 'shanx', '4444', '860000000012345', '']) {
    expect(await names(word, outsider.client)).toEqual([]);
    expect(await names(word, beta)).toEqual([]);
  }
  expect((await bare.client.get('Search/Find', { filter: '单雄' })).status).toBe(403);
});

test('names that an earlier release saved are spelled by the product, and found by it', async () => {
  const id = ids.get('王小明') ?? 0;
  const spelling = (): Promise<{ readonly spelling: string | null }[]> =>
    alpha.inTenant(({ tx }) =>
      tx.query('select spelling from client where tenant_id = $1 and id = $2', [app.tenants.Alpha, id]),
    );
  await alpha.inTenant(({ tx }) =>
    tx.execute('update client set spelling = null where tenant_id = $1 and id = $2', [app.tenants.Alpha, id]),
  );
  expect(await names('wangxiaom')).toEqual([]);
  await alpha.inTenant((ctx) => fillSpellings(ctx));
  expect(await spelling()).toEqual([{ spelling: 'wangxiaoming' }]);
  expect(await names('wangxiaom')).toEqual(['王小明']);
});
