import { model } from '@kangmai/model';
import { jsonKeyOf, kindOf, naturalKeyOf, type AnyField, type AnyResource } from '@kangmai/resource';
import { maskValue, wireNameOf } from '@kangmai/resource/wire';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples, type Body } from '@kangmai/testkit/samples';
import { WireRows, type SavedRow } from '@kangmai/testkit/samples-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

/** What tenants save; rows of the host have tests of their own. */
const saved = model.resources.filter(
  ({ wire, scope }) =>
    scope !== 'host' && wire.calls.save !== undefined && (wire.calls.list ?? wire.calls.paged) !== undefined,
);
/** Rows whose save fills all but one field by itself. */
const filledIn: ReadonlySet<string> = new Set(['dutyHandover']);
const plain = saved.filter(({ name, storage }) => storage === 'rows' && !filledIn.has(name));
const readings = saved.filter(({ storage }) => storage === 'readings');

/** Fields that the behaviour of an area completes or replaces on saving. */
const completed: Readonly<Record<string, readonly string[]>> = {
  client: ['crowdTypes', 'state', 'stateOn', 'stateReason'],
  sosRecord: ['state'],
  // Lines come back with their ids.
  contract: ['payments'],
  careTeam: ['members'],
  abnormalCase: ['state'],
};

const hint = 'what a save itself fills in is listed in completed of this file';

const writable = (resource: AnyResource): readonly (readonly [string, AnyField])[] =>
  Object.entries(resource.fields).filter(
    ([name, field]) => !field.options.readonly && !completed[resource.name]?.includes(name),
  );

/** The value of a body as it should come back. */
function expectedOf(field: AnyField, given: Body[string]): unknown {
  if (naturalKeyOf(field) !== undefined) return given;
  const checked = kindOf(field).check(given, field, { toInstant: (text) => new Date(`${text}+08:00`) });
  if (!checked.ok) throw new Error(`${field.options.label}: ${checked.reason}`);
  return field.options.sensitive ? maskValue(checked.value, field) : kindOf(field).toWire(checked.value, field);
}

/** What a form shows of a row, or the list where there is no form. */
async function formOf(rows: WireRows, id: number): Promise<Body> {
  if (rows.resource.wire.calls.edit !== undefined) return rows.unwrap((await rows.edit(id)).result);
  return rows.unwrap((await rows.list({ IdFilter: id })).result.items[0] ?? {});
}

const membersOf = (resource: AnyResource, body: Body): Record<string, unknown> =>
  Object.fromEntries(
    writable(resource).flatMap(([name, field]) => {
      const key = jsonKeyOf(name, field);
      return body[key] === undefined || body[key] === null ? [] : [[key, expectedOf(field, body[key])]];
    }),
  );

describe.each(plain)('$name', (resource) => {
  let rows: WireRows;
  let row: SavedRow;
  beforeAll(async () => {
    rows = new WireRows(resource, admin, samples);
    row = await rows.create();
  });

  test('comes back as it was saved, by list and form', async () => {
    const wanted = membersOf(resource, row.body);
    expect(Object.keys(wanted).length).toBeGreaterThan(2);
    const { result } = await rows.list({ IdFilter: row.id });
    expect(result.totalCount).toBe(1);
    expect(Object.hasOwn(result, 'totalCountCapped')).toBe(false);
    expect(rows.unwrap(result.items[0] ?? {}), hint).toMatchObject({ id: row.id, rowVersion: 1, ...wanted });
    if (resource.wire.calls.edit === undefined) return;
    const form = await rows.edit(row.id);
    expect(form.status).toBe(200);
    expect(rows.unwrap(form.result), hint).toMatchObject(wanted);
  });

  test('its creation stands in the history, written by the same transaction', async () => {
    const [found] = await samples.inTenant(({ tx }) =>
      tx.query<{ kind: string; same: boolean; user: number | null }>(
        `select e.kind, e.user_id as "user", exists (select 1 from "${resource.table}" t where t.tenant_id = e.tenant_id and t.id = e.row_id and t.xmin = e.xmin) as same from entity_change e where e.tenant_id = $1 and e.resource = $2 and e.row_id = $3 order by e.id`,
        [app.tenants.Alpha, resource.name, row.id],
      ),
    );
    expect(found).toMatchObject({ kind: 'created', same: true });
    expect(found?.user).not.toBeNull();
  });

  test('refuses a row without a required field, naming the member in JSON spelling and both languages', async () => {
    const body = await samples.body(resource);
    const required = writable(resource).filter(
      ([, field]) => field.options.required === true && field.options.default === undefined,
    );
    const keys = required.map(([name, field]) => jsonKeyOf(name, field));
    const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
    const labelled = async (language: string): Promise<readonly string[]> => {
      const { status, error } = await admin
        .with({ '.aspnetcore.culture': language })
        .post(`${resource.wire.service}/CreateOrEdit`, rest);
      expect(`${status} ${error?.reason}`).toBe('400 validation.failed');
      return keys.map((key) => error?.validationErrors?.find(({ members }) => members.includes(key))?.message ?? '');
    };
    if (keys.length === 0) return;
    const [chinese, english] = [await labelled('zh-CN'), await labelled('en')];
    for (const [at, [name, field]] of required.entries()) {
      expect(chinese[at], name).toContain(field.options.label);
      expect(english[at], name).toContain(field.options.en ?? '');
      expect(english[at], name).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });

  test('a form sent back as it came keeps every masked value, with or without its version', async () => {
    const before = await rows.stored(row.id);
    const { rowVersion: _version, ...form } = await formOf(rows, row.id);
    for (const version of [{}, { rowVersion: 2 }]) {
      const { status, text } = await rows.save({ ...form, ...version });
      expect(status === 200 ? '' : text).toBe('');
    }
    const after = await rows.stored(row.id);
    for (const [name, field] of Object.entries(resource.fields))
      if (field.options.sensitive) expect(after[name]).toEqual(before[name]);
    expect(after['rowVersion']).toBe(3);
  });

  test('an old version is a conflict that says who changed the row and when', async () => {
    const { result } = await rows.list({ IdFilter: row.id });
    const { status, error } = await rows.save({ ...rows.unwrap(result.items[0] ?? {}), rowVersion: 1 });
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: 409, reason: 'row.changed' });
    expect(error?.message).toMatch(/系统管理员.*\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
    expect(error?.details).toBe('请刷新后重新填写再保存。');
  });

  test('what only the server writes and what no field is called stays as it is', async () => {
    const before = await rows.stored(row.id);
    const readonly = Object.entries(resource.fields).filter(
      ([, field]) => field.options.readonly && !['age', 'file', 'secret', 'ref', 'refs'].includes(field.kind),
    );
    const extras = Object.fromEntries(
      readonly.map(([name, field]) => [jsonKeyOf(name, field), kindOf(field).sample(77, field)]),
    );
    const { result } = await rows.list({ IdFilter: row.id });
    const { rowVersion: _version, ...form } = rows.unwrap(result.items[0] ?? {});
    const answer = await rows.save({
      ...form,
      ...extras,
      tenantId: app.tenants.Beta,
      tenant_id: app.tenants.Beta,
      isDeleted: true,
      creatorUserId: 1,
      creationTime: '2000-01-01',
      is_deleted: true,
      nothingOfTheKind: 'x',
    });
    expect(`${answer.status} ${answer.error?.details ?? ''}`).toBe('200 ');
    const after = await rows.stored(row.id);
    const server = new Set(['version', 'confirmedBy', 'confirmedAt']);
    for (const [name] of readonly)
      if (!server.has(name))
        expect(`${name} ${JSON.stringify(after[name])}`).toBe(`${name} ${JSON.stringify(before[name])}`);
    expect(after['createdAt']).toEqual(before['createdAt']);
  });

  test.runIf(
    Object.entries(resource.fields).some(([, field]) => field.options.unique === true && !field.options.readonly),
  )('a second row with the same key is a conflict that names the field', async () => {
    for (const [name, field] of Object.entries(resource.fields).filter(
      ([, each]) => each.options.unique === true && !each.options.readonly,
    )) {
      const key = jsonKeyOf(name, field);
      const { status, error } = await rows.save({ ...(await samples.body(resource)), [key]: row.body[key] ?? null });
      expect(`${key} ${status} ${error?.code}`).toBe(`${key} 409 409`);
      expect(`${error?.message ?? ''}${error?.details ?? ''}`).toContain(field.options.label.slice(0, 2));
    }
  });

  test.runIf(resource.wire.calls.remove !== undefined)(
    'a deleted row is gone from every call and stays in its table; deleting it again is silent',
    async () => {
      const other = await rows.create();
      const first = await rows.remove(other.id);
      expect(`${first.status} ${first.text}`).toMatch(/^200 \{"result":null,/);
      expect(await rows.ids({ IdFilter: other.id })).toEqual([]);
      if (resource.wire.calls.edit !== undefined) expect((await rows.edit(other.id)).status).toBe(404);
      expect((await rows.save({ ...other.body, id: other.id })).status).toBe(404);
      expect((await rows.remove(other.id)).text).toBe(first.text);
      expect((await rows.remove(8_000_000_001)).status).toBe(404);
      const [kept] = await samples.inTenant(({ tx }) =>
        tx.query<{ gone: boolean; changes: string[] }>(
          `select t.is_deleted and t.deleted_at is not null and t.deleted_by is not null as gone, array(select kind from entity_change e where e.tenant_id = $1 and e.resource = $3 and e.row_id = t.id) as changes from "${resource.table}" t where t.tenant_id = $1 and t.id = $2`,
          [app.tenants.Alpha, other.id, resource.name],
        ),
      );
      expect(kept).toMatchObject({ gone: true, changes: expect.arrayContaining(['created', 'deleted']) as unknown });
      for (const entry of app.server.app.entries.filter(
        (each) => each.resource === resource && each.path.endsWith('ForLookupTable'),
      )) {
        const { result } = await admin.get<{ items: readonly { id: number }[] }>(entry.path, { MaxResultCount: 1000 });
        expect(result.items.map(({ id }) => id)).not.toContain(other.id);
      }
    },
  );
});

describe.each(readings)('$name', (resource) => {
  let rows: WireRows;
  beforeAll(() => {
    rows = new WireRows(resource, admin, samples);
  });

  test('comes back as it was entered; a correction takes its place; taken back it is gone', async () => {
    const row = await rows.create();
    const wanted = membersOf(resource, row.body);
    const { result } = await rows.list({ IdFilter: row.id });
    expect(rows.unwrap(result.items[0] ?? {})).toMatchObject({ id: row.id, ...wanted });
    expect(rows.unwrap((await rows.edit(row.id)).result)).toMatchObject(wanted);
    const corrected = await rows.save({ ...row.body, id: row.id, remark: '更正', reason: '录入错误' });
    expect(corrected.status).toBe(200);
    const { id } = corrected.result as { id: number };
    expect(await rows.ids({ IdFilter: `${row.id},${id}` })).toEqual([id]);
    expect((await rows.stored(id))['remark']).toBe('更正');
    expect((await admin.post(`${resource.wire.service}/Void`, { id, reason: '录入错误' })).status).toBe(200);
    expect(await rows.ids({ IdFilter: `${row.id},${id}` })).toEqual([]);
  });

  test('refuses a reading without its required figures, naming the members', async () => {
    const body = await samples.body(resource);
    for (const [name, field] of writable(resource).filter(([, each]) => each.options.required === true)) {
      const key = jsonKeyOf(name, field);
      const { [key]: _left, ...rest } = body;
      const { status, error } = await rows.save(rest);
      expect(`${key} ${status} ${JSON.stringify(error?.validationErrors?.map(({ members }) => members))}`).toBe(
        `${key} 400 [["${key}"]]`,
      );
      expect(error?.validationErrors?.[0]?.message).toContain(field.options.label);
    }
  });
});

test('a correction may move a reading into a month that nobody has measured in before', async () => {
  const resource = model.byName('heartRateReading');
  const rows = new WireRows(resource, admin, samples);
  const row = await rows.create();
  const answer = await rows.save({
    ...row.body,
    id: row.id,
    reason: '录入错误',
    [jsonKeyOf('measuredAt', resource.fields['measuredAt'] as AnyField)]: '2021-03-04T05:06:00Z',
  });
  expect(answer.status).toBe(200);
  expect(
    await rows.ids({
      [`Max${wireNameOf('measuredAt', resource.fields['measuredAt'] as AnyField)}Filter`]: '2022-01-01',
    }),
  ).toEqual([(answer.result as { id: number }).id]);
});
