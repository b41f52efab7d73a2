import { model } from '@kangmai/model';
import { jsonKeyOf, kindOf, listFilters, ownerOf, type AnyResource } from '@kangmai/resource';
import { wireNameOf } from '@kangmai/resource/wire';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { coveringEntries } from '@kangmai/testkit/covering';
import { requestFor, resourceOf, makeCall, wordOf } from '@kangmai/testkit/isolation-input';
import { callsOf, linksSql, panes, type Pane } from '@kangmai/testkit/isolation-members';
import {
  addUser,
  administrator,
  expiredClient,
  fingerprints,
  lockedClient,
  type Caller,
} from '@kangmai/testkit/isolation-people';
import {
  chosenCases,
  concerns,
  expected,
  isScoped,
  mayCall,
  seed,
  strangers,
  type IdKind,
  type Who,
} from '@kangmai/testkit/isolation-table';
import { inTurns } from '@kangmai/testkit/isolation-turns';
import { isFullRun } from '@kangmai/testkit/random-cases';
import { Samples, writableRefs } from '@kangmai/testkit/samples';
import { followed, holdClocks } from '@kangmai/testkit/still';
import { atLeast, isNarrowed, sweptEntries, sweptResources } from '@kangmai/testkit/swept';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';

/** The wearer and the worn device of the victim, and a row of every resource that is swept. */
const planted = model.resources.filter(
  (resource) =>
    resource.name !== 'user' && (['client', 'device'].includes(resource.name) || sweptResources.includes(resource)),
);
/** Words in the victim's rows. Rows that only some users of the tenant see have another word. */
const canaryOf = (tenant: string, resource: AnyResource): string => `ZQ${tenant}${isScoped(resource) ? 'S' : 'U'}`;

let app: TestApp;
let entries: readonly Entry[];
/** All calls with code of a module; of the others those that cover every kind of field. */
let covered: ReadonlySet<Entry>;
let people: Readonly<Record<Who, Caller>>;
let alpha: Samples;
let beta: Samples;
const rows = { alpha: new Map<string, number>(), beta: new Map<string, number>() };
let before: readonly string[];

async function plantAll(samples: Samples, tenant: 'alpha' | 'beta'): Promise<void> {
  for (const resource of planted)
    rows[tenant].set(resource.name, await samples.plant(resource, canaryOf(tenant.toUpperCase(), resource)));
}

/** An account that the calls of users concern. */
async function addAccount(tenancyName: 'Alpha' | 'Beta', tenant: 'alpha' | 'beta'): Promise<void> {
  await addUser(app, tenancyName, { userName: 'concerned', dataScope: 'own', allPermissions: false });
  const [row] = await app.query<{ id: number }>(
    tenancyName,
    "select id from app_user where tenant_id = $1 and user_name = 'concerned'",
  );
  rows[tenant].set('user', row?.id ?? 0);
}

/** The victim wears the victim's device: one that nobody wears may be bound by everybody. */
async function plantWearer(): Promise<void> {
  const [device, client] = [rows.alpha.get('device'), rows.alpha.get('client')];
  const wearing = { device, client, relation: 'wearer', state: 'active' };
  await alpha.plant(model.byName('deviceBinding'), canaryOf('ALPHA', model.byName('deviceBinding')), wearing);
}

beforeAll(async () => {
  app = await startApp();
  entries = sweptEntries(app.server.app.entries);
  covered = coveringEntries(entries);
  alpha = await Samples.of(app, 'Alpha');
  beta = await Samples.of(app, 'Beta');
  await plantAll(alpha, 'alpha');
  await plantWearer();
  await plantAll(beta, 'beta');
  await addAccount('Alpha', 'alpha');
  await addAccount('Beta', 'beta');
  const nobody: Caller = {
    client: app.visitor('Alpha'),
    tenantId: app.tenants.Alpha,
    permissions: new Set(),
    isSignedIn: false,
  };
  people = {
    nobody,
    'expired': { ...nobody, client: await expiredClient(app, 'Alpha') },
    'locked': { ...nobody, client: await lockedClient(app, 'Alpha') },
    'no permission': await addUser(app, 'Alpha', { userName: 'bare', dataScope: 'all', allPermissions: false }),
    'outside the scope': await addUser(app, 'Alpha', { userName: 'outsider', dataScope: 'own', allPermissions: true }),
    'other tenant': await administrator(app, 'Beta'),
    'host': await administrator(app),
    'owner': await administrator(app, 'Beta'),
  };
  await app.as('admin', 'Alpha');
  await holdClocks(app);
  await followed(app, app.tenants.Alpha);
  before = await fingerprints(app, app.tenants.Alpha);
});
afterAll(() => app.close());

const idOf = (kind: IdKind, entry: Entry): string | number => {
  const name = resourceOf(entry)?.name ?? 'client';
  const ids: Readonly<Record<IdKind, string | number>> = {
    victim: rows.alpha.get(name) ?? 0,
    own: rows.beta.get(name) ?? 0,
    missing: 8_000_000_001,
    greatest: Number.MAX_SAFE_INTEGER,
    'too great': '9007199254740993',
    negative: -7,
    text: 'seven',
  };
  return ids[kind];
};

async function imeiOf(samples: Samples, tenant: 'alpha' | 'beta'): Promise<string> {
  const row = await samples.inTenant((ctx) => ctx.rows(model.byName('device')).get(rows[tenant].get('device') ?? 0));
  return String(row['imei']);
}

/** True when an answer shows what its reader must not see. */
const leaks = (who: Who, text: string): boolean => text.includes(who === 'outside the scope' ? 'ZQALPHAS' : 'ZQALPHA');

describe.each(strangers)('%s', (who) => {
  test(
    'gets from every call with every id what the table says, and no word of the victim',
    async () => {
      const problems: string[] = [];
      const imei = await imeiOf(alpha, 'alpha');
      const samples = who === 'other tenant' ? beta : alpha;
      const caller = people[who];
      const cases = chosenCases(who, caller, entries);
      await inTurns(cases, async ({ entry, kind }) => {
        const answer = await makeCall(
          caller.client,
          entry,
          await requestFor(entry, samples, { id: idOf(kind, entry), imei }),
        );
        const wanted = expected(who, caller, { entry, kind });
        if (!wanted.includes(answer.status))
          problems.push(
            `${entry.verb} ${entry.path} ${kind} id: ${answer.status} instead of ${wanted.join('/')} ${answer.text.slice(0, 200)}`,
          );
        if ((who !== 'no permission' || !mayCall(caller, entry)) && leaks(who, answer.text))
          problems.push(`${entry.verb} ${entry.path} ${kind} id: shows ${answer.text.slice(0, 300)}`);
      });
      expect(problems, `seed ${seed}`).toEqual([]);
      expect(cases.length).toBeGreaterThanOrEqual(atLeast(100));
    },
    isFullRun ? 1_800_000 : 240_000,
  );
});

interface ListQuery {
  readonly entry: Entry;
  readonly query: Readonly<Record<string, string>>;
  /** The condition fits the victim's row alone. */
  readonly isNarrow: boolean;
}

/** Look-ups offer rows that nobody holds to everybody who may refer to them. */
const offersFree = ({ path }: Entry, { scopeRule }: AnyResource): boolean =>
  path.endsWith('ForLookupTable') && scopeRule !== undefined && 'heldBy' in scopeRule;

/** The victim's row looked for by a word of it and by its id. */
const searchesOf = (entry: Entry, id: number): readonly ListQuery[] => [
  { entry, query: { Filter: 'ZQALPHA' }, isNarrow: true },
  { entry, query: { IdFilter: String(id) }, isNarrow: true },
];

/** Queries that search the victim's row by every field's marker, in every order. */
async function listQueries(entry: Entry, resource: AnyResource): Promise<readonly ListQuery[]> {
  const id = rows.alpha.get(resource.name) ?? 0;
  if (id === 0) return [];
  if (!covered.has(entry)) return searchesOf(entry, id);
  const shown = await alpha.inTenant(async (ctx) => ctx.show(resource, await ctx.rows(ownerOf(resource)).get(id)));
  const filters = listFilters(resource)
    .filter(({ field }) => !field.options.sensitive)
    .map(({ name, field, parameter }) => ({
      entry,
      query: { [parameter]: wordOf(shown[jsonKeyOf(name, field)] ?? kindOf(field).sample(0, field)) },
      isNarrow: field.kind === 'ref' && shown[jsonKeyOf(name, field)] !== null && !offersFree(entry, resource),
    }));
  const sorts = resource.list.columns.map((name) => ({
    entry,
    query: {
      Sorting: `${wireNameOf(name, resource.fields[name] ?? { kind: 'text', options: { label: '' } })} desc`,
      MaxResultCount: '1000',
    },
    isNarrow: false,
  }));
  return [...filters, ...sorts, ...searchesOf(entry, id)];
}

const isList = (entry: Entry): boolean =>
  entry.conventional === 'list' ||
  entry.conventional === 'paged' ||
  entry.conventional === 'rows' ||
  (entry.resource !== undefined && !entry.conventional && !entry.action && !entry.call);

describe.each(['other tenant', 'outside the scope'] as const)('lists asked by %s', (who) => {
  test('find nothing of the victim by any filter, search or order', async () => {
    const lists = entries.filter(
      (entry) =>
        isList(entry) &&
        mayCall(people[who], entry) &&
        (who === 'other tenant' || (entry.resource && isScoped(entry.resource))),
    );
    const queries = (
      await Promise.all(lists.map(async (entry) => (entry.resource ? listQueries(entry, entry.resource) : [])))
    ).flat();
    const problems: string[] = [];
    await inTurns(queries, async ({ entry, query, isNarrow }) => {
      const { status, text, result } = await people[who].client.get<{ totalCount?: number }>(entry.path, query);
      if (status >= 500 || leaks(who, text))
        problems.push(`${entry.path} ${JSON.stringify(query)}: ${status} ${text.slice(0, 200)}`);
      if (isNarrow && (result?.totalCount ?? 0) > 0)
        problems.push(`${entry.path} ${JSON.stringify(query)}: counts ${result?.totalCount} rows`);
    });
    expect(problems).toEqual([]);
    expect(queries.length).toBeGreaterThanOrEqual(atLeast(50));
  });
});

interface FileAnswer {
  readonly fileToken: string;
}

async function textOfExport(who: Caller, entry: Entry, query: Readonly<Record<string, string>>): Promise<string> {
  const { result } = await who.client.get<FileAnswer>(entry.path, query);
  const file = await who.client.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
  const book = new Excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  return book.worksheets.map((sheet) => JSON.stringify(sheet.getSheetValues())).join('\n');
}

test('exports hold rows of the own tenant and of the own sight alone', async () => {
  const exports = entries.filter(({ conventional }) => conventional === 'excel');
  const problems: string[] = [];
  let ownRows = 0;
  for (const who of ['other tenant', 'outside the scope'] as const) {
    await inTurns(
      exports.filter((entry) => mayCall(people[who], entry)),
      async (entry) => {
        const text = await textOfExport(people[who], entry, { Filter: '' });
        if (leaks(who, text)) problems.push(`${who} ${entry.path}`);
        ownRows += text.includes('ZQBETA') ? 1 : 0;
      },
    );
  }
  expect(problems).toEqual([]);
  expect(ownRows).toBeGreaterThanOrEqual(atLeast(5));
});

test.skipIf(isNarrowed)('a file belongs to whoever asked for it', async () => {
  const owner = await app.as('admin', 'Alpha');
  const { result } = await owner.get<FileAnswer>('Dictionary_type/GetDictionary_typesToExcel');
  const path = `/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`;
  expect((await people['other tenant'].client.fetch(path)).status).toBe(404);
  expect((await people['no permission'].client.fetch(path)).status).toBe(404);
  expect((await owner.fetch(path)).status).toBe(200);
  expect((await owner.fetch(path)).status).toBe(404);
});

type WritableRef = ReturnType<typeof writableRefs>[number];

interface Reference extends WritableRef {
  readonly entry: Entry;
  readonly resource: AnyResource;
}

/** Saves a row twice: pointing to the victim's row, and to none at all. The answers must not differ. */
async function referenceProblems({ entry, resource, name, field, target, by }: Reference): Promise<readonly string[]> {
  const key = jsonKeyOf(name, field);
  const body = await beta.body(resource, { all: true });
  const answerTo = (value: string | number) =>
    people['other tenant'].client.post(entry.path, { ...body, [key]: field.kind === 'refs' ? [value] : value });
  const theirs = await answerTo((await alpha.keyOf(target, by)) as string | number);
  const missing = await answerTo(by === 'id' ? 8_000_000_001 : 'NOSUCHROW1');
  const isNamed = theirs.error?.validationErrors?.some(({ members }) => members.includes(key)) === true;
  return theirs.status === 400 && theirs.text === missing.text && isNamed
    ? []
    : [
        `${entry.path} ${key}: ${theirs.status} ${theirs.text.slice(0, 250)} / ${missing.status} ${missing.text.slice(0, 250)}`,
      ];
}

test('a save that names a row of another tenant is refused like one that names no row', async () => {
  const saves = entries.filter(
    (entry) => entry.verb === 'POST' && /\/createoredit$/i.test(entry.path) && mayCall(people['other tenant'], entry),
  );
  const references = saves.flatMap((entry): readonly Reference[] => {
    const resource = resourceOf(entry);
    return resource ? writableRefs(resource).map((reference) => ({ ...reference, entry, resource })) : [];
  });
  const problems: string[] = [];
  for (const reference of references) problems.push(...(await referenceProblems(reference)));
  expect(problems).toEqual([]);
  expect(references.length).toBeGreaterThanOrEqual(atLeast(10));
});

const missingId = 8_000_000_001;

/** Tries every call of a pane with rows and members of another tenant beside ones that are nowhere. */
async function paneProblems(pane: Pane, ids: Readonly<Record<'row' | 'member', Record<'own' | 'theirs', number>>>) {
  const calls = callsOf(people['other tenant'].client, pane);
  const { row, member } = ids;
  const tries = {
    list: (of: number) => calls.list(of),
    find: (of: number) => calls.find(of),
    add: (of: number) => calls.add(of, [member.own]),
    remove: (of: number) => calls.remove(of, member.own),
    'add a member': (of: number) => calls.add(row.own, [of]),
    'add several': (of: number) => calls.add(row.own, [member.own, of]),
    'remove a member': (of: number) => calls.remove(row.own, of),
  };
  const problems: string[] = [];
  for (const [name, attempt] of Object.entries(tries)) {
    const isMember = name.includes(' ');
    const [theirs, missing] = [await attempt(isMember ? member.theirs : row.theirs), await attempt(missingId)];
    const isRefused = theirs.status === (isMember ? 400 : 404) && theirs.text === missing.text;
    if (!isRefused)
      problems.push(
        `${pane.resource.name} ${pane.rule.label} ${name}: ${theirs.status} ${theirs.text} / ${missing.text}`,
      );
  }
  return problems;
}

// A run over one resource may have no members; a whole run must have them.
describe.skipIf(isNarrowed && panes.length === 0)('members', () => {
  const idFor = async (tenant: 'alpha' | 'beta', name: string): Promise<number> =>
    rows[tenant].get(name) ?? (tenant === 'alpha' ? alpha : beta).idOf(name);

  test('rows and members of another tenant are refused like none at all, and nothing is written', async () => {
    const problems: string[] = [];
    for (const pane of panes) {
      const linked = (): Promise<unknown> => app.query('Beta', linksSql(pane));
      const kept = await linked();
      const idsOf = async (name: string) => ({ own: await idFor('beta', name), theirs: await idFor('alpha', name) });
      problems.push(
        ...(await paneProblems(pane, {
          row: await idsOf(pane.resource.name),
          member: await idsOf(pane.rule.target),
        })),
      );
      expect(await linked(), pane.rule.label).toEqual(kept);
    }
    expect(problems).toEqual([]);
    expect(panes.length).toBeGreaterThan(0);
  });

  test('saves that name members of another tenant are refused, and nothing is written', async () => {
    const { client } = people['other tenant'];
    const { result } = await client.get<{ readonly user: object }>('User/GetUserForEdit', {
      id: await beta.idOf('user'),
    });
    const everything = (): Promise<unknown> =>
      app.query(
        'Beta',
        "select 'role' as kind, user_id, role_id as other from user_role where tenant_id = $1 union all select 'unit', user_id, organization_unit_id from user_organization_unit where tenant_id = $1 order by 1, 2, 3",
      );
    const kept = await everything();
    const [theirRole] = await app.query<{ name: string }>(
      'Alpha',
      'select name from app_role where tenant_id = $1 and id = $2',
      [await idFor('alpha', 'role')],
    );
    const save = (more: object) => client.post('User/CreateOrUpdateUser', { user: result.user, ...more });
    for (const [theirs, missing] of [
      [{ organizationUnits: [await idFor('alpha', 'organizationUnit')] }, { organizationUnits: [missingId] }],
      [{ assignedRoleNames: ['admin', theirRole?.name] }, { assignedRoleNames: ['admin', 'nosuchrole'] }],
    ] as const) {
      const [refused, unknown] = [await save(theirs), await save(missing)];
      const problemsOf = ({ status, error }: typeof refused) => [
        status,
        error?.validationErrors?.map(({ members }) => members),
      ];
      expect(problemsOf(refused)).toEqual([400, [Object.keys(theirs)]]);
      expect(problemsOf(refused)).toEqual(problemsOf(unknown));
    }
    expect(await everything()).toEqual(kept);
  });
});

test('the owner is served the own rows by the same calls', async () => {
  const problems: string[] = [];
  const order = (entry: Entry): number =>
    entry.conventional === 'remove' || entry.verb === 'DELETE' ? 2 : entry.writes ? 1 : 0;
  const own = entries
    .filter((entry) => concerns('owner', people.owner, entry) && mayCall(people.owner, entry))
    .toSorted((one, other) => order(one) - order(other));
  const imei = await imeiOf(beta, 'beta');
  for (const entry of own) {
    const answer = await makeCall(
      people.owner.client,
      entry,
      await requestFor(entry, beta, { id: idOf('own', entry), imei }),
    );
    const wanted = expected('owner', people.owner, { entry, kind: 'own' });
    if (!wanted.includes(answer.status))
      problems.push(`${entry.verb} ${entry.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  expect(problems).toEqual([]);
});

test('after all that, every row of the victim is as it was', async () => {
  await followed(app, app.tenants.Alpha);
  const after = new Map<string, number>();
  for (const sum of await fingerprints(app, app.tenants.Alpha)) after.set(sum, (after.get(sum) ?? 0) + 1);
  const changed = before.filter((sum) => {
    const count = after.get(sum) ?? 0;
    after.set(sum, count - 1);
    return count === 0;
  });
  expect(changed.map((sum) => sum.split('|')[0])).toEqual([]);
  expect(before.length).toBeGreaterThanOrEqual(atLeast(400));
});
