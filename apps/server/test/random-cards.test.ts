import { careTeam, client, contract, device, deviceBinding, family, model, user } from '@kangmai/model';
import type { AnyResource } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAskers, idsOf, type Asker, type Places } from './askers.ts';
import { drawFrom } from './random-machines.ts';

const draw = drawFrom(20_261_126);
const rounds = 25;
const rowsEach = 40;

/** What was planted: whom its fields name, and the values that must not come out. */
interface Planted {
  readonly id: number;
  readonly isDeleted: boolean;
  readonly own: readonly (number | null)[];
  readonly team: number | null;
  readonly unit: number | null;
  readonly wearer: number | null;
  readonly secret: string | undefined;
}
interface Card {
  readonly id: number;
  readonly displayName: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
}

let app: TestApp;
let askers: readonly Asker[] = [];
let places: Places;
const planted = new Map<string, readonly Planted[]>();
const foreign = new Map<string, readonly number[]>();

const pick = <T>(list: readonly T[]): T | null => (draw(3) === 0 ? null : (list[draw(list.length)] ?? null));
const phoneAt = (at: number): string => `138${String(10_000_000 + at * 7919)}`;

const nobodys = { own: [], team: null, unit: null, wearer: null, secret: undefined };

async function plantClients(samples: Samples): Promise<void> {
  const rows: Planted[] = [];
  for (let at = 0; at < rowsEach; at += 1) {
    const [manager, doctor, team, unit] = [
      pick(places.user),
      pick(places.user),
      pick(places.careTeam),
      pick(places.organizationUnit),
    ];
    const ties = { healthManager: manager, doctor, team, organizationUnit: unit };
    const id = await samples.plant(client, 'random', { ...ties, phone: phoneAt(at) });
    rows.push({ ...nobodys, id, isDeleted: false, own: [manager, doctor], team, unit, secret: phoneAt(at) });
  }
  planted.set('client', rows);
}

/** Devices that are worn, were worn, or lie in the store of a unit. */
async function plantDevices(samples: Samples): Promise<void> {
  const people = (planted.get('client') ?? []).map(({ id }) => id);
  const rows: Planted[] = [];
  for (let at = 0; at < rowsEach; at += 1) {
    const unit = pick(places.organizationUnit);
    const id = await samples.plant(device, 'random', { organizationUnit: unit });
    const person = pick(people);
    const state = ['active', 'paused', 'unbound'][draw(3)] ?? 'active';
    const unboundAt = state === 'unbound' ? new Date() : null;
    if (person !== null)
      await samples.plant(deviceBinding, 'random', {
        device: id,
        client: person,
        relation: 'wearer',
        state,
        unboundAt,
      });
    rows.push({ ...nobodys, id, isDeleted: false, unit, wearer: state === 'unbound' ? null : person });
  }
  planted.set('device', rows);
}

async function plantStaff(): Promise<void> {
  const users = await idsOf(
    app.query(
      'Alpha',
      `insert into app_user (tenant_id, user_name, name, surname, email_address, phone_number, password_hash)
     select $1, 'card' || n, '员' || n, '卡', 'card' || n || '@example.com', ($2::text[])[n], 'x' from generate_series(1, ${rowsEach}) n returning id`,
      [Array.from({ length: rowsEach }, (_, at) => phoneAt(1000 + at))],
    ),
  );
  planted.set(
    'user',
    users.map((id, at) => ({ ...nobodys, id, isDeleted: false, secret: phoneAt(1000 + at) })),
  );
  const teams = await idsOf(
    app.query(
      'Alpha',
      `insert into care_team (tenant_id, name) select $1, '队' || n from generate_series(1, ${rowsEach}) n returning id`,
    ),
  );
  planted.set(
    'careTeam',
    teams.map((id) => ({ ...nobodys, id, isDeleted: false })),
  );
}

const plantedApart: ReadonlySet<AnyResource> = new Set<AnyResource>([client, device, user, careTeam]);
const withCard = model.resources.filter(({ card }) => card.length > 0);
/** The resources whose rows need nothing but their sample, or a tie besides. */
const others = withCard.filter((resource) => !plantedApart.has(resource));
const fewRows = 12;

const tiesOf: Readonly<Record<string, () => Pick<Planted, 'own' | 'unit' | 'wearer'>>> = {
  contract: () => ({
    own: [places.user[draw(places.user.length)] ?? null],
    unit: null,
    wearer: pick((planted.get('client') ?? []).map(({ id }) => id)),
  }),
  staffMember: () => ({ own: [], unit: places.organizationUnit[draw(3)] ?? null, wearer: null }),
};

const fieldsOf: Readonly<Record<string, (ties: Pick<Planted, 'own' | 'unit' | 'wearer'>) => object>> = {
  contract: ({ own: [inCharge], wearer }) => ({ inCharge: inCharge ?? null, client: wearer, submitter: null }),
  staffMember: ({ unit }) => ({ organizationUnit: unit, account: null }),
};

async function plantOthers(samples: Samples): Promise<void> {
  for (const resource of others) {
    const rows: Planted[] = [];
    for (let at = 0; at < fewRows; at += 1) {
      const ties = tiesOf[resource.name]?.() ?? nobodys;
      const id = await samples.plant(resource, 'random', { ...fieldsOf[resource.name]?.(ties) });
      rows.push({ ...nobodys, ...ties, id, isDeleted: false });
    }
    planted.set(resource.name, rows);
  }
}

/** Deletes some rows, those last of which others depend least. */
async function deleteSome(): Promise<void> {
  for (const resource of withCard) {
    const rows = planted.get(resource.name) ?? [];
    const worn = new Set(
      ['device', 'contract'].flatMap((name) => (planted.get(name) ?? []).map(({ wearer }) => wearer)),
    );
    const gone = new Set(rows.filter(({ id }) => draw(5) === 0 && !worn.has(id)).map(({ id }) => id));
    await app.query(
      'Alpha',
      `update "${resource.table}" set is_deleted = true, deleted_at = now() where tenant_id = $1 and id = any($2::bigint[]) returning id`,
      [[...gone]],
    );
    planted.set(
      resource.name,
      rows.map((row) => ({ ...row, isDeleted: gone.has(row.id) })),
    );
  }
}

beforeAll(async () => {
  app = await startApp();
  const samples = await Samples.of(app, 'Alpha');
  const strangers = await Samples.of(app, 'Beta');
  ({ askers, places } = await addAskers(app, ['alone']));
  await plantClients(samples);
  await plantDevices(samples);
  await plantStaff();
  await plantOthers(samples);
  await deleteSome();
  foreign.set('client', [await strangers.plant(client, 'beta'), await strangers.plant(client, 'beta')]);
  foreign.set('device', [await strangers.plant(device, 'beta'), await strangers.plant(device, 'beta')]);
  foreign.set('user', await idsOf(app.query('Beta', 'select id from app_user where tenant_id = $1')));
  foreign.set('careTeam', [await strangers.plant(careTeam, 'beta')]);
  for (const resource of others) foreign.set(resource.name, [await strangers.plant(resource, 'beta')]);
});
afterAll(() => app.close());

const isTied = ({ own, team, unit }: Planted, { sight, userId }: Asker): boolean =>
  sight.all ||
  (sight.own && own.includes(userId)) ||
  (team !== null && sight.teams.includes(team)) ||
  (unit !== null && sight.units.includes(unit));

const seenByAll = new Set(
  withCard.filter(({ name }) => !['client', 'device', 'contract', 'staffMember', 'family'].includes(name)),
);

function seesClient(clientId: number, asker: Asker): boolean {
  const person = planted.get('client')?.find(({ id }) => id === clientId);
  return asker.sight.all || (person !== undefined && isTied(person, asker));
}

/** Whether a caller sees a row: the rule of its definition read row by row, without any statement. */
function sees(resource: AnyResource, row: Planted, asker: Asker): boolean {
  if (row.isDeleted) return false;
  if (seenByAll.has(resource)) return true;
  // A planted family has no members, by whom others see one.
  if (resource === family) return asker.sight.all;
  if (resource === contract) return isTied(row, asker) || (row.wearer !== null && seesClient(row.wearer, asker));
  if (resource !== device || row.wearer === null) return isTied(row, asker);
  return seesClient(row.wearer, asker);
}

function drawnIds(resource: AnyResource): readonly number[] {
  const own = (planted.get(resource.name) ?? []).map(({ id }) => id);
  const known = [...own, ...own, ...(foreign.get(resource.name) ?? []), 9_007_199_254_740_000 + draw(900)];
  return Array.from({ length: 1 + draw(50) }, () => known[draw(known.length)] ?? 1);
}

const cards = async ({ client: who }: Pick<Asker, 'client'>, resource: AnyResource, ids: readonly number[]) => {
  const { status, result, text } = await who.post<{ items: readonly Card[] }>(`${resource.wire.service}/GetCards`, {
    ids,
  });
  expect(status, text).toBe(200);
  return { items: result.items, text };
};
const ascending = (ids: Iterable<number>): readonly number[] => [...ids].toSorted((one, other) => one - other);

test('every resource with a card is tried', () => {
  const named = model.resources.filter(({ card }) => card.length > 0).map(({ name }) => name);
  expect([...planted.keys()].toSorted((one, other) => one.localeCompare(other))).toEqual(
    named.toSorted((one, other) => one.localeCompare(other)),
  );
});

test.each(withCard.map((resource) => [resource.name, resource] as const))(
  'cards of %s are those of the drawn rows in sight, each once and masked',
  async (_name, resource: AnyResource) => {
    const rows = planted.get(resource.name) ?? [];
    for (const asker of askers) {
      for (let round = 0; round < rounds; round += 1) {
        const ids = drawnIds(resource);
        const { items, text } = await cards(asker, resource, ids);
        const seen = rows.filter((row) => ids.includes(row.id) && sees(resource, row, asker));
        expect(ascending(items.map(({ id }) => id))).toEqual(ascending(seen.map(({ id }) => id)));
        for (const { secret } of seen) if (secret !== undefined) expect(text).not.toContain(secret);
      }
    }
  },
);

test('the phone of a person and of a colleague shows its end alone', async () => {
  const [whole] = askers;
  for (const resource of [client, user] as const) {
    const rows = (planted.get(resource.name) ?? []).filter(({ isDeleted }) => !isDeleted).slice(0, 20);
    const { items } = await cards(
      whole ?? { client: await app.as('admin', 'Alpha') },
      resource,
      rows.map(({ id }) => id),
    );
    for (const { id, secret = '' } of rows) {
      const facts = items.find((card) => card.id === id)?.facts.map(({ text }) => text) ?? [];
      expect(facts.filter((text) => text.endsWith(secret.slice(-4)) && text.includes('****'))).toHaveLength(1);
    }
  }
});

test('another tenant gets none of them, whatever it asks for', async () => {
  const beta = { client: await app.as('admin', 'Beta') };
  for (const resource of withCard) {
    const own = new Set(foreign.get(resource.name));
    for (let round = 0; round < rounds; round += 1) {
      const { items } = await cards(beta, resource, drawnIds(resource));
      expect(items.filter(({ id }) => !own.has(id))).toEqual([]);
    }
  }
});
