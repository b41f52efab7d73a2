import { model } from '@kangmai/model';
import { columnName, defineModel, fieldOf, jsonKeyOf, targetOf, throughOf, type AnyResource } from '@kangmai/resource';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import Excel from 'exceljs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAskers, idsOf, type Asker } from './askers.ts';
import { drawFrom } from './random-machines.ts';
import { drawnSight, sees, type DrawnRow } from './random-sight.ts';

const draw = drawFrom(20_261_125);
const rounds = 7;
const rowsEach = 30;
const drawn = Array.from({ length: rounds }, (_, at) => drawnSight(at, draw));
const all = defineModel([...model.resources, ...drawn.flat()] as never);

let app: TestApp;
let stranger: Client;
let askers: readonly Asker[] = [];
let places: Readonly<Record<string, readonly number[]>> = {};
const rows = new Map<string, DrawnRow[]>();

const referencesOf = (resource: AnyResource): readonly string[] =>
  Object.entries(resource.fields).flatMap(([name, { kind }]) => (kind === 'ref' ? [name] : []));
const pick = <T>(list: readonly T[]): T | null => (draw(3) === 0 ? null : (list[draw(list.length)] ?? null));

async function plant(resource: AnyResource): Promise<void> {
  const names = referencesOf(resource);
  const columns = names.map((name) => columnName(name, fieldOf(resource, name)));
  const planted: DrawnRow[] = [];
  for (let at = 0; at < rowsEach; at += 1) {
    const refs = Object.fromEntries(
      names.map((name) => {
        const target = targetOf(fieldOf(resource, name));
        return [name, pick(places[target] ?? (rows.get(target) ?? []).map(({ id }) => id))];
      }),
    );
    const [state, isDeleted] = [['open', 'paused', 'over'][draw(3)] ?? 'open', draw(6) === 0];
    const [id = 0] = await idsOf(
      app.query(
        'Alpha',
        `insert into "${resource.table}" (tenant_id, note, state, is_deleted${columns.map((column) => `, "${column}"`).join('')})
       values ($1, $2, $3, $4${columns.map((_, place) => `, $${place + 5}`).join('')}) returning id`,
        [`第${at}条`, state, isDeleted, ...names.map((name) => refs[name])],
      ),
    );
    planted.push({ id, state, isDeleted, refs });
  }
  rows.set(resource.name, planted);
}

/** Rows of another tenant with the same ids, teams and links: nothing of them may open a row here. */
async function plantElsewhere([person, visit]: readonly AnyResource[]): Promise<void> {
  const count = await app.query<{ id: number }>(
    'Beta',
    `with team as (insert into care_team (tenant_id, id, name) select $1, t, '外组' from unnest($2::bigint[]) t on conflict do nothing returning id),
       people as (insert into "${person?.table}" (tenant_id, id, note, state, team_id) select $1, p, '外人', 'open', ($2::bigint[])[1] from unnest($3::bigint[]) p returning id)
     insert into "${visit?.table}" (tenant_id, note, state, team_id, person_id) select $1, '外访', 'open', ($2::bigint[])[1], p from unnest($3::bigint[]) p returning id`,
    [places['careTeam'], rows.get(person?.name ?? '')?.map(({ id }) => id)],
  );
  expect(count).toHaveLength(rowsEach);
}

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  for (const resource of drawn.flat()) await client.query(draftTable(resource, all));
  await client.end();
  const added = await addAskers(app, ['alone', 'other']);
  ({ askers } = added);
  places = { ...added.places };
  stranger = await app.as('admin', 'Beta');
  for (const resources of drawn) {
    for (const resource of resources) await plant(resource);
    await plantElsewhere(resources);
  }
});
afterAll(() => app.close());

interface Page {
  readonly totalCount: number;
  readonly items: readonly { readonly id: number }[];
}

const ascending = (ids: readonly number[]): readonly number[] => ids.toSorted((one, other) => one - other);

async function sheetRows({ client }: Asker, { wire }: AnyResource): Promise<number> {
  const { result, text } = await client.get<{ fileToken: string }>(`${wire.service}/${wire.calls.excel}`, {});
  expect(result?.fileToken, text).toBeTruthy();
  const file = await client.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
  const book = new Excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  return (book.worksheets[0]?.actualRowCount ?? 0) - 1;
}

/** What the slow model says: the rows of a resource that a caller sees. */
const seenBy = (
  { sight, userId }: Asker,
  resource: AnyResource,
  resources: readonly AnyResource[],
): readonly DrawnRow[] =>
  (rows.get(resource.name) ?? []).filter((row) => sees({ resource, row }, { resources, rows, sight, userId }));

interface Asking {
  readonly asker: Asker;
  readonly resources: readonly AnyResource[];
}

/** Lists, counts, exports, forms and actions answer exactly the rows that the slow model names. */
async function expectRows(resource: AnyResource, { asker, resources }: Asking, isExported: boolean): Promise<void> {
  const { service, calls } = resource.wire;
  const rule = JSON.stringify(resource.scopeRule);
  const seen = seenBy(asker, resource, resources);
  const listed = seen.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  const { result } = await asker.client.get<Page>(`${service}/GetAll`, { maxResultCount: 1000 });
  const found = ascending(result.items.map(({ id }) => id));
  expect([rule, result.totalCount, found]).toEqual([rule, listed.length, ascending(listed)]);
  if (isExported) expect([rule, await sheetRows(asker, resource)]).toEqual([rule, listed.length]);
  for (const row of (rows.get(resource.name) ?? []).filter(({ state }) => state !== 'over').slice(0, 5)) {
    const form = await asker.client.get(`${service}/${calls.edit}`, { id: row.id });
    const moved = await asker.client.post(`${service}/Reopen`, { id: row.id });
    const expected = listed.includes(row.id) ? [200, 400] : [404, 404];
    expect([rule, row, form.status, moved.status]).toEqual([rule, row, ...expected]);
  }
}

/** Look-ups offer the same rows, and a reference to another one is refused. */
async function expectReferences(item: AnyResource, field: string, { asker, resources }: Asking): Promise<void> {
  const target = all.byName(targetOf(fieldOf(item, field)));
  const offered = seenBy(asker, target, resources).filter(({ isDeleted }) => !isDeleted);
  const path = `${item.wire.service}/GetAll${target.wire.entity}ForLookupTable`;
  expect((await asker.client.get<Page>(path, {})).result.totalCount).toBe(offered.length);
  for (const { id } of (rows.get(target.name) ?? []).slice(0, 3)) {
    const body = { [jsonKeyOf(field, fieldOf(item, field))]: id };
    const saved = await asker.client.post<number>(`${item.wire.service}/CreateOrEdit`, body);
    expect([target.scopeRule, id, saved.status]).toEqual([
      target.scopeRule,
      id,
      offered.some((row) => row.id === id) ? 200 : 400,
    ]);
    const removal = `delete from "${item.table}" where tenant_id = $1 and id = $2 returning id`;
    await app.query('Alpha', removal, [saved.result ?? 0]);
  }
}

test.each(drawn.map((resources, at) => ({ at, resources })))(
  'lists, counts, forms, exports, actions, look-ups and references answer the rows that rule $at opens',
  async ({ resources }) => {
    const [person, , order, item] = resources as [AnyResource, AnyResource, AnyResource, AnyResource];
    for (const asker of askers) {
      for (const resource of resources) await expectRows(resource, { asker, resources }, resource === order);
      for (const field of ['person', 'order']) await expectReferences(item, field, { asker, resources });
    }
    const theirs = await stranger.get<Page>(`${person.wire.service}/GetAll`, { maxResultCount: 1000 });
    expect(theirs.result.totalCount).toBe(rowsEach);
  },
  60_000,
);

test('every tie, several references and links are among the rules', () => {
  const rules = drawn.flat().map(({ scopeRule }) => scopeRule ?? {});
  for (const key of ['own', 'team', 'unit', 'through', 'linked', 'orNone'])
    expect([key, rules.filter((rule) => key in rule).length > 2]).toEqual([key, true]);
  expect(drawn.flat().filter((resource) => throughOf(resource).length > 1).length).toBeGreaterThan(2);
});
