import { client, familyMember, guardianContact, model, sosRecord } from '@kangmai/model';
import { targetOf } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { followed } from '@kangmai/testkit/still';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeReadings } from '../../../test/store-readings.ts';
import type { CallCtx } from '../../engine/public.ts';
import { followMerging } from './follow-merge.ts';
import { occupancyPlace, placeName, places, readingPlaces, untouched } from './merge-map.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

let serial = 0;
const phone = (): string => `1391234${String(1000 + (serial += 1))}`;

const filed = async (more: object, by = admin): Promise<number> => {
  const answer = await by.post<number>('C_client/CreateOrEditFromCustom', {
    name: '沈玉兰',
    gender: '2',
    birthday: '1950-03-12',
    phone: phone(),
    ...more,
  } as never);
  expect(answer.error).toBe(null);
  return answer.result;
};

interface Pair {
  readonly keepId: number;
  readonly otherId: number;
  readonly score: number;
  readonly reasons: readonly string[];
}

const settled = (): Promise<void> => followed(app, samples.tenantId);
const pairsOf = async (clientId: number, by = admin): Promise<readonly Pair[]> => {
  await settled();
  const { result } = await by.get<{ items: readonly Pair[] }>('C_client/GetDuplicates', { clientId });
  return result.items;
};
const merge = (keepId: number, otherId: number, more: object = {}): Promise<Answer<{ mergeId: number }>> =>
  admin.post('C_client/Merge', { keepId, otherId, ...more });
const stateOf = async (id: number): Promise<unknown> => {
  const { result } = await admin.get<{ items: readonly { id: number; state: string }[] }>('C_client/GetMerges');
  return result.items.find((one) => one.id === id)?.state;
};
const opened = async (id: number): Promise<Record<string, unknown> | undefined> =>
  (await admin.get<{ c_client: Record<string, unknown> }>('C_client/GetC_clientForEdit', { Id: id })).result?.c_client;

const watched = [
  ...places.map(({ table, column }) => ({ table, column })),
  ...readingPlaces.map(({ table }) => ({ table, column: 'client_id' })),
  ...['reading_day', 'reading_hour', 'reading_latest', 'reading_twin'].map((table) => ({ table, column: 'client_id' })),
  { table: 'client', column: 'id' },
  { table: 'occupancy', column: 'subject_id' },
];

/** Rows of files in all tables that name a person, without versions and sealed numbers. */
async function rowsOf(ids: readonly number[]): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { table, column } of watched) {
    const [row] = await app.query<{ all: string }>(
      'Alpha',
      `select coalesce(string_agg(r, chr(10) order by r), '') as all from (select (to_jsonb(x) - 'row_version' - 'updated_at' - 'updated_by' - 'phone_sealed')::text as r from "${table}" x where x.tenant_id = $1 and x.${column} = any($2::bigint[])) r`,
      [ids],
    );
    found[`${table}.${column}`] = row?.all ?? '';
  }
  return found;
}

test('every table and definition that points to a client is in the map of merges', async () => {
  const known = new Set([
    ...places.map(placeName),
    ...readingPlaces.map(({ table }) => `${table}.client_id`),
    ...Object.keys(untouched),
  ]);
  const rows = await app.query<{ place: string }>(
    'Alpha',
    `select c.relname || '.' || a.attname as place from pg_attribute a join pg_class c on c.oid = a.attrelid
      where $1::bigint is not null and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
        and (a.attname = 'client_id' or exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'client'::regclass and a.attnum = any(f.conkey) and a.attname <> 'tenant_id'))`,
  );
  const found = rows.map(({ place }) => place);
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((place) => !known.has(place))).toEqual([]);
  expect([...known].filter((place) => !found.includes(place))).toEqual([]);
  const columns = model.resources
    .filter(({ storage }) => storage !== 'view')
    .flatMap(({ table, fields }) =>
      Object.entries(fields)
        .filter(([, field]) => field.kind === 'ref' && targetOf(field) === 'client' && !field.options.readonly)
        .map(([name]) => `${table}.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`),
    );
  expect(columns.filter((place) => !known.has(place))).toEqual([]);
  expect(occupancyPlace).toBe('occupancy.subject_id');
});

test('likely duplicates are found with their reasons when files are saved, and stay away once told apart', async () => {
  const number = phone();
  const one = await filed({ phone: number });
  const other = await filed({ name: '沈玉蘭', phone: number });
  const [pair] = await pairsOf(one);
  expect(pair).toMatchObject({ keepId: one, otherId: other, reasons: ['phone', 'spelling', 'birthday', 'sex'] });
  const homophone = await filed({ name: '沈雨兰' });
  const alike = await pairsOf(homophone);
  expect(alike.map(({ keepId, reasons }) => [keepId, reasons.join()])).toEqual([
    [other, 'spelling,birthday,sex'],
    [one, 'spelling,birthday,sex'],
  ]);
  await admin.post('C_client/CreateOrEdit', { id: homophone, birthday: '1951-03-12' });
  expect(await pairsOf(homophone)).toEqual([]);
  expect((await admin.post('C_client/SetNotDuplicate', { keepId: other, otherId: one })).status).toBe(200);
  expect(await pairsOf(one)).toEqual([]);
  await admin.post('C_client/CreateOrEdit', { id: other, birthday: '1950-03-12', name: '沈玉兰' });
  expect(await pairsOf(one)).toEqual([]);
});

const planted = model.resources.filter(
  (resource) => !['view', 'readings'].includes(resource.storage) && resource !== client && resource !== familyMember,
);

/** A row of every resource that refers to a client. */
async function plantAll(id: number): Promise<void> {
  for (const resource of planted) {
    const field = Object.entries(resource.fields).find(
      ([, one]) => one.kind === 'ref' && targetOf(one) === 'client' && !one.options.readonly,
    );
    const more = resource === sosRecord ? { state: 'closed' } : {};
    if (field) await samples.plantApart(resource, 'M', { [field[0]]: id, ...more });
  }
}

test('merge and unmerge: the old id opens the kept file, and afterwards every row is as it was', async () => {
  const [keep, other] = [await filed({ name: '钱桂珍' }), await filed({ name: '钱桂贞', marriage: '20' })];
  await plantAll(other);
  for (const id of [keep, other]) await samples.plant(guardianContact, 'C', { client: id, sosOrder: 5 });
  await app.query(
    'Alpha',
    "insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id) values ($1, 'client', $2, now(), now() + interval '1 hour', 'activityRoomBooking', 1)",
    [other],
  );
  const device = await samples.idOf('device');
  await storeReadings(samples, 'heart', [
    { at: '2026-11-20T01:00:00Z', deviceId: device, clientId: other, values: { heart: 71 } },
    { at: '2026-11-20T01:59:30Z', deviceId: device, clientId: other, values: { heart: 75 } },
    { at: '2026-11-20T01:30:00Z', deviceId: null, clientId: keep, values: { heart: 90 } },
    { at: '2026-11-20T01:30:00Z', deviceId: null, clientId: other, values: { heart: 90 } },
  ]);
  const before = await rowsOf([keep, other]);
  const phones = [(await opened(keep))?.['phone'], (await opened(other))?.['phone']];

  const answer = await merge(keep, other, { fields: ['phone', 'marriage'] });
  expect([answer.error, answer.status]).toEqual([null, 200]);
  expect(await opened(other)).toMatchObject({ id: keep, name: '钱桂珍', phone: phones[1], marriage: '20' });
  await settled();
  const { mergeId } = answer.result;
  // Transactions of other tests that began before are waited for.
  await expect.poll(() => stateOf(mergeId)).toBe('merged');
  await settled();
  const hours = await app.query(
    'Alpha',
    'select client_id as of, count, max from reading_hour where tenant_id = $1 and client_id = any($2::bigint[]) and kind = $3 and metric = $4 order by 1',
    [[keep, other], 'heart', 'heart'],
  );
  expect(hours).toEqual([
    { of: keep, count: 3, max: 90 },
    { of: other, count: 1, max: 90 },
  ]);
  const left = Object.entries(await rowsOf([other])).filter(([, rows]) => rows !== '');
  expect(left.map(([place]) => place)).toEqual([
    'heart_rate_reading.client_id',
    'reading_day.client_id',
    'reading_hour.client_id',
    'reading_latest.client_id',
    'client.id',
  ]);
  expect((await merge(other, keep)).error?.reason).toBe('client-merge.already');

  const preview = await admin.get<{ returns: readonly object[] }>('C_client/GetUnmergePreview', { mergeId });
  expect(preview.result).toMatchObject({ changed: [] });
  expect(preview.result.returns.length).toBeGreaterThan(15);
  expect((await admin.post('C_client/Unmerge', { mergeId })).error).toBe(null);
  await settled();
  expect(await stateOf(mergeId)).toBe('undone');
  expect(await rowsOf([keep, other])).toEqual(before);
  expect(await opened(other)).toMatchObject({ id: other, phone: phones[1] });
  expect((await admin.post('C_client/Unmerge', { mergeId })).error?.reason).toBe('client-merge.undone');
});

test('what cannot be merged is refused: itself, three at once, out of sight, another tenant, collisions', async () => {
  const [keep, other, third] = [await filed({}), await filed({}), await filed({})];
  expect((await merge(keep, keep)).status).toBe(400);
  const three = await admin.post('C_client/Merge', { keepId: keep, mergeIds: [other, third] });
  expect([three.status, three.error?.validationErrors?.[0]?.members]).toEqual([400, ['mergeIds']]);
  expect((await merge(keep, 999_999_999)).status).toBe(404);
  const beta = await app.as('admin', 'Beta');
  expect((await beta.post('C_client/Merge', { keepId: keep, otherId: other })).status).toBe(404);
  const { client: blind } = await addUser(app, 'Alpha', { userName: 'blind', dataScope: 'own', allPermissions: true });
  expect((await blind.post('C_client/Merge', { keepId: keep, otherId: other })).status).toBe(404);
  expect(await pairsOf(keep, blind)).toEqual([]);
  await samples.plant(sosRecord, 'S', { client: other, state: 'waiting', device: null });
  const refused = await merge(keep, other);
  expect([refused.status, refused.error?.reason]).toEqual([409, 'client-merge.collides']);
  expect(JSON.stringify(refused.error?.validationErrors)).toContain('未解除的紧急呼叫');
  const { result } = await admin.get<{ collisions: readonly object[] }>('C_client/GetMergePreview', {
    keepId: keep,
    otherId: other,
  });
  expect(result.collisions).toMatchObject([{ kind: 'sos' }]);
  expect(await opened(other)).toMatchObject({ id: other });
});

test('a consent withdrawn in one file and valid in the other is settled before the merge', async () => {
  const [keep, other] = [await filed({}), await filed({})];
  const agree = async (clientId: number, signTime: string): Promise<number> =>
    (
      await admin.post<number>('ClientConsent/CreateOrEdit', {
        clientId,
        kind: 'family',
        version: '1',
        signer: 'self',
        method: 'paper',
        signTime,
      })
    ).result;
  await agree(keep, '2026-01-05T08:00:00Z');
  const withdrawn = await agree(other, '2026-01-06T08:00:00Z');
  expect((await admin.post('ClientConsent/Withdraw', { id: withdrawn, reason: '本人要求' })).status).toBe(200);
  const refused = await merge(keep, other);
  expect([refused.status, refused.error?.reason]).toEqual([409, 'client-merge.collides']);
  expect(JSON.stringify(refused.error?.validationErrors)).toContain('已撤回的授权');
  await agree(other, new Date().toISOString());
  expect((await merge(keep, other)).status).toBe(409);
  await agree(keep, new Date().toISOString());
  expect((await merge(keep, other)).status).toBe(200);
});

test('two merges of one person at once: one wins', async () => {
  const [one, two, other] = [await filed({}), await filed({}), await filed({})];
  const answers = await Promise.all([merge(one, other), merge(two, other), merge(other, one)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

type Step = (ctx: CallCtx) => Promise<void>;

/** Transactions before which none, and before which all, may still be open. */
const [allEnded, someOpen] = ['0', '9223372036854775807'];

/**
 * Makes each step of a merge twice: killed before its commit, which must leave everything as it was, and whole. During
 * the first steps a writer that began before the merge may still commit; it does so after the last of them.
 */
async function stepByStep(
  mergeId: number,
  ids: readonly number[],
  writer: { readonly steps: number; readonly commits: () => Promise<unknown> },
) {
  for (let steps = 1; ; steps += 1) {
    const xid = steps <= writer.steps ? someOpen : allEnded;
    const step: Step = async (ctx) => followMerging(ctx, [{ mergeId, xid }]);
    const before = await rowsOf(ids);
    const dies = samples.inTenant(async (ctx) => {
      await step(ctx);
      throw new Error('killed');
    });
    await expect(dies).rejects.toThrow('killed');
    expect(await rowsOf(ids)).toEqual(before);
    await samples.inTenant(step);
    const state = await stateOf(mergeId);
    if (state === 'merged' || state === 'undone') return steps;
    if (steps === writer.steps) await writer.commits();
  }
}

test('a merge killed at any step goes on to its end; late readings end with the kept person and are judged', async () => {
  const [keep, other] = [await filed({}), await filed({})];
  const device = await samples.idOf('device');
  const at = new Date('2026-11-21T03:00:00Z');
  const stored = await storeReadings(samples, 'heart', [
    { at: at.toISOString(), deviceId: device, clientId: other, values: { heart: 72 } },
  ]);
  await storeReadings(samples, 'bp', [
    { at: '2026-11-22T03:00:00Z', deviceId: device, clientId: other, values: { high: 121, low: 78 } },
  ]);
  // More than one batch of them.
  await app.query(
    'Alpha',
    `insert into heart_rate_reading (tenant_id, device_id, client_id, measured_at, received_at, heart, body_state, origin, flag, level, time_quality, quality, slot)
     select $1, $2, $3, t.at, t.at, 70, 0, 0, 0, 0, 0, 0, 1 from generate_series(1, 2050) n, lateral (select timestamptz '2026-11-20T20:00:00Z' - n * interval '20 seconds' as at) t`,
    [device, other],
  );
  const before = await rowsOf([keep, other]);
  await app.server.follower.stop();
  const waiting = { kind: 'heart', contacts: [], id: stored, client: [other], device: [device], at: [at.getTime()] };
  await app.query('Alpha', "insert into outbox (tenant_id, topic, payload) values ($1, 'readings.stored', $2)", [
    JSON.stringify({ ...waiting, level: [0], quality: [0], replaced: null }),
  ]);
  const { mergeId } = (await merge(keep, other)).result;
  const [event] = await app.query(
    'Alpha',
    "select payload -> 'client' as client from outbox where tenant_id = $1 and topic = 'readings.stored'",
  );
  expect(event).toEqual({ client: [keep] });
  // A writer that knew the former person commits after the merge.
  const late = (): Promise<unknown> =>
    app.query(
      'Alpha',
      "insert into blood_pressure_reading (tenant_id, client_id, measured_at, high, low, level, received_at) values ($1, $2, $3, 190, 120, 3, now() + interval '1 minute')",
      [other, new Date('2026-11-24T03:00:00Z')],
    );
  expect(await stepByStep(mergeId, [keep, other], { steps: 2, commits: late })).toBe(3);
  const node = await app.secondNode();
  try {
    await followed({ server: node.server }, samples.tenantId);
    const latest = await app.query(
      'Alpha',
      'select figures from reading_latest where tenant_id = $1 and client_id = $2 and kind = $3',
      [keep, 'bp'],
    );
    expect(latest).toContainEqual({ figures: expect.objectContaining({ high: 190, low: 120 }) as object });
    const cases = await app.query('Alpha', 'select 1 from abnormal_case where tenant_id = $1 and client_id = $2', [
      keep,
    ]);
    expect(cases.length).toBeGreaterThan(0);
    await node.server.follower.stop();
    expect((await admin.post('C_client/Unmerge', { mergeId })).error).toBe(null);
    await stepByStep(mergeId, [keep, other], { steps: 0, commits: () => Promise.resolve() });
    const heart = 'heart_rate_reading.client_id';
    expect((await rowsOf([other]))[heart]).toBe(before[heart]);
  } finally {
    await node.close();
  }
});
