import { undescribedCalls } from '@kangmai/server/http/openapi';
import type { Entry } from '@kangmai/server/http/registry';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { imported, person } from '@kangmai/testkit/importing';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsOf } from './demo-facts.ts';
import { makeDemo, plantMissing, plantSending, plantUpload, signIn } from './test/demo-tenant.ts';

type Query = Readonly<Record<string, string | number>>;
type Row = Readonly<Record<string, unknown>>;

/** Calls that nothing of the demo answers. The list may only become shorter. */
const unreachable = ['GET AbnormalRules/GetBench', 'GET GzhSetting/GetGzhSettingForEdit'];

/** Lists without rows to check. The list may only become shorter. */
const empty = ['GetExternalAuthenticationProviders', 'GetLinkedUsers', 'GetRecentlyUsedLinkedUsers'];

/** Calls that end the session. */
const ending = ['GET TokenAuth/LogOut'];

const days = 5;
let app: TestApp;
let admin: Client;
let host: Client;
let facts: Row;
let check: (entry: Entry, body: unknown) => readonly string[];

/** The same schema with unnamed members forbidden. */
function withoutOtherMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOtherMembers);
  if (value === null || typeof value !== 'object') return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutOtherMembers(each)]));
  return typeof inner['properties'] === 'object' && inner['type'] === 'object' && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  phone: /^[\d+*-]+$/,
};

/** Reads the API document and returns a function that checks the answer of a call. */
async function checker(): Promise<typeof check> {
  const { body } = await app.visitor().get('/api/openapi.json');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const [name, form] of Object.entries(formats)) ajv.addFormat(name, form);
  ajv.addSchema(withoutOtherMembers(body) as AnySchemaObject, 'api');
  return (entry, answer) => {
    const place = ['paths', entry.path, entry.verb.toLowerCase(), 'responses', '200', 'content', 'application/json'];
    const pointer = [...place, 'schema'].map((part) => part.replaceAll('/', '~1')).join('/');
    const validate = ajv.getSchema(`api#/${encodeURI(pointer)}`);
    if (!validate) return ['the document does not describe it'];
    void validate(answer);
    return (validate.errors ?? [])
      .slice(0, 8)
      .map(({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`);
  };
}

const nameOf = ({ verb, path }: Entry): string => `${verb} ${path.split('/').slice(-2).join('/')}`;
const idOf = (row: Row): number | undefined =>
  [row['id'], ...Object.values(row).map((inner) => (inner as Row | null)?.['id'])].find(
    (id): id is number => typeof id === 'number',
  );

/** The first rows of the lists of a service. */
const firstIds = new Map<string, readonly number[]>();
async function idsOf(entry: Entry): Promise<readonly number[]> {
  const [service = ''] = entry.path.split('/').slice(-2);
  const known = firstIds.get(service);
  if (known) return known;
  const list = ['GetPagedAll', 'GetAll', 'GetOrganizationUnits'].find((action) =>
    app.server.app.entries.some(({ verb, path }) => verb === 'GET' && path.endsWith(`/${service}/${action}`)),
  );
  const { result } = list
    ? await admin.get<readonly Row[] | { readonly items: readonly Row[] }>(`${service}/${list}`, { MaxResultCount: 20 })
    : { result: [] };
  const rows = Array.isArray(result)
    ? (result as readonly Row[])
    : ((result as { items?: readonly Row[] } | null)?.items ?? []);
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  firstIds.set(service, ids);
  return ids;
}

/** The leader of a team that has members. */
async function leaderId(): Promise<unknown> {
  const { result } = await admin.get<{ readonly items: readonly Row[] }>('YS_ZLXZs/GetAll', { MaxResultCount: 20 });
  const teams = result.items.map((item) => item['yS_ZLXZ'] as Row);
  return teams.find(({ memberCount }) => Number(memberCount) > 0)?.['leaderId'];
}

/** The QR code of an activity that people can enrol for. */
async function ofCodes({ path }: Entry): Promise<Row> {
  if (!path.endsWith('/GetQrCode')) return {};
  const { result } = await admin.get<{ readonly items: readonly Row[] }>('HealthEducation/GetAll', { stateFilter: 1 });
  return { id: result.items.map((row) => row['id']).at(-1), purpose: 'enrol' };
}

/** What calls about issued papers and imports ask for. */
function ofPapers({ path }: Entry): Row {
  if (path.includes('/Documents/')) return { key: 'doctorAgreement', id: facts['agreementId'] };
  if (path.includes('/Imports/')) return { id: facts['batchId'] };
  return path.includes('/ClientImport/') ? { kind: 'client' } : {};
}

/** Query members of a call, with values from the demo. */
async function queryOf(entry: Entry, names: readonly string[]): Promise<Query> {
  const [id] = await idsOf(entry);
  const ids = (await idsOf(entry)).join(',');
  // A person's filters would leave fewer rows.
  const around: Row = {
    ...facts,
    id,
    idFilter: id,
    ...(!names.includes('userId') && { ids }),
    ...(entry.path.endsWith('/GetByClientId') && { id: facts['userId'] }),
    ...(entry.path.endsWith('/GetTeamsByUserId') && { id: await leaderId() }),
    ...(entry.path.endsWith('/GetBatchPreview') && { from: 981, to: 983 }),
    ...(entry.path.endsWith('/GetSlots') && {
      userId: facts['clinicUserId'],
      begin: facts['clinicDay'],
      end: facts['clinicDay'],
    }),
    ...(entry.path.endsWith('/GetDuplicates') && { clientId: facts['keepId'] }),
    ...(entry.path.endsWith('/GetMerges') && { clientId: facts['mergedId'] }),
    ...(entry.path.endsWith('/GetFreeSlots') && { doctorId: facts['clinicUserId'], date: facts['clinicDay'] }),
    ...ofPapers(entry),
    ...(await ofCodes(entry)),
    ...(entry.path.endsWith('/GetFreePlaces') && { begin: facts['clinicDay'], end: facts['clinicDay'] }),
  };
  const lower = new Map(Object.entries(around).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    names.flatMap((name): [string, string | number][] => {
      const value = lower.get(name.toLowerCase());
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}

/** A list, as an array or as a page. */
type Listed =
  | (readonly unknown[] & { readonly items?: undefined })
  | { readonly items?: readonly unknown[]; readonly length?: undefined }
  | null;

interface Documented {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string }[] } }>
  >;
}

beforeAll(async () => {
  app = await startApp();
  const tenantId = await makeDemo(app, days);
  await plantMissing(app, tenantId);
  [admin, host] = await Promise.all([signIn(app, tenantId), app.as('admin')]);
  facts = await factsOf(app.server.services.database, { tenantId, days });
  await plantSending(app, tenantId, facts['userId']);
  await plantUpload(app, tenantId, facts['userId']);
  check = await checker();
});
afterAll(() => app.close());

test('every call says what it takes and what it answers', () => {
  expect(undescribedCalls(app.server.app.entries, app.server.services.model)).toEqual([]);
});

const entryOf = (verb: Entry['verb'], call: string): Entry => {
  const found = app.server.app.entries.find((entry) => entry.verb === verb && entry.path.endsWith(`/${call}`));
  if (!found) throw new Error(`${verb} ${call} is not served`);
  return found;
};

/** Makes a correction: a reading that is entered and voided. */
async function enterAndVoid(): Promise<void> {
  const reading = { userId: facts['userId'], ['measure_time']: facts['endTime'], high: 128, low: 82 };
  const saved = await admin.post<{ readonly id: number }>('Watch_bps/CreateOrEdit', reading);
  expect(check(entryOf('POST', 'Watch_bps/CreateOrEdit'), saved.body)).toEqual([]);
  const voided = await admin.post('Watch_bps/Void', { id: saved.result.id, reason: '袖带松了' });
  expect(check(entryOf('POST', 'Watch_bps/Void'), voided.body)).toEqual([]);
}

test('an answer that is not as described is seen', async () => {
  const entry = entryOf('GET', 'C_client/GetPagedAll');
  const { body } = await admin.get(entry.path, { MaxResultCount: 1 });
  const { result } = body as { readonly result: { readonly items: readonly Row[] } };
  expect(check(entry, body)).toEqual([]);
  const [first] = result.items;
  const { gender: _left, ...row }: Row = { ...first };
  const wrong = { ...row, name: 5, birthday: '1950-01-01', height: 'tall', unknown: 1, state: 'asleep' };
  expect(check(entry, { ...(body as object), result: { ...result, items: [wrong] } })).toHaveLength(6);
});

/** Query members without which a call for a page is refused. */
const alsoOfPages = ({ path }: Entry): readonly string[] =>
  path.includes('Import') ? ['id', 'batchId'] : ['From', 'To'];

/** Makes a reading call; calls of the host are made by its administrator. */
async function askFor(entry: Entry, names: readonly string[]): Promise<Answer<Listed>> {
  const isPage = ['SkipCount', 'MostOfDay'].some((name) => names.includes(name)) && entry.conventional !== 'excel';
  const query = await queryOf(
    entry,
    isPage ? ['MaxResultCount', ...names.filter((name) => alsoOfPages(entry).includes(name))] : names,
  );
  const own = await admin.get<Listed>(entry.path, query);
  return own.status === 403 ? host.get<Listed>(entry.path, { ...query, id: app.tenants.Alpha }) : own;
}

/** Records whether all lists of one name were empty. */
function noteRows(bare: Map<string, boolean>, { path }: Entry, result: Listed): void {
  const list = result?.items ?? result;
  const action = path.split('/').at(-1) ?? '';
  if (Array.isArray(list)) bare.set(action, list.length === 0 && bare.get(action) !== false);
}

/** The first unit gives a role, so that its list of roles has one. */
async function giveRole(): Promise<void> {
  const first = async (path: string): Promise<number | undefined> =>
    (await admin.get<{ readonly items: readonly { readonly id: number }[] }>(path)).result.items[0]?.id;
  const [unit, role] = await Promise.all([first('OrganizationUnit/GetOrganizationUnits'), first('Role/GetRoles')]);
  const given = { organizationUnitId: unit, roleIds: [role] };
  expect((await admin.post('OrganizationUnit/AddRolesToOrganizationUnit', given)).status).toBe(200);
}

/** Merges one pair of likely duplicates, so that there is a merge beside the other pairs. */
async function mergePair(): Promise<void> {
  type Pairs = { readonly items: readonly { readonly keepId: number; readonly otherId: number }[] };
  const pairs = async () => (await admin.get<Pairs>('C_client/GetDuplicates')).result.items;
  await expect.poll(async () => (await pairs()).length).toBeGreaterThan(1);
  const [first, second] = await pairs();
  const { error, result } = await admin.post<{ readonly mergeId: number }>('C_client/Merge', { ...first });
  expect(error).toBe(null);
  facts = { ...facts, ...second, mergeId: result.mergeId, mergedId: first?.keepId };
}

/** Issues the paper of an agreement. */
async function issueAgreement(): Promise<void> {
  const { result } = await admin.get<{ readonly items: readonly Row[] }>('DoctorSign/GetPagedAll', { stateFilter: 1 });
  const agreementId = idOf(result.items[0] ?? {});
  const { error } = await admin.post('Documents/Issue', { key: 'doctorAgreement', id: agreementId });
  expect(error).toBe(null);
  facts = { ...facts, agreementId, dicTypeFilter: 'icd10' };
}

/** Checks a file with one wrong line and one good one. */
async function importTwo(): Promise<void> {
  const { id: batchId } = await imported(admin, 'C_client', [person(1, { 性别: '不明' }), person(2)]);
  facts = { ...facts, batchId };
}

test('what reads on the demo answers as the API document says, member by member', async () => {
  await admin.post('C_client/ExportAsTask', { IdFilter: String(facts['clientId']) });
  await enterAndVoid();
  await giveRole();
  await mergePair();
  await issueAgreement();
  await importTwo();
  const { paths } = (await app.visitor().get('/api/openapi.json')).body as Documented;
  // Calls of phone pages refuse staff; their own test reads them.
  const reading = app.server.app.entries.filter(
    (entry) => entry.verb === 'GET' && entry.phone === undefined && !ending.includes(nameOf(entry)),
  );
  const problems: string[] = [];
  const refused: string[] = [];
  const bare = new Map<string, boolean>();
  for (const entry of reading) {
    const answer = await askFor(
      entry,
      (paths[entry.path]?.get?.parameters ?? []).map(({ name }) => name),
    );
    if (answer.status !== 200) refused.push(nameOf(entry));
    else problems.push(...check(entry, answer.body).map((problem) => `${nameOf(entry)}: ${problem}`));
    if (answer.status === 200) noteRows(bare, entry, answer.result);
  }
  expect(problems).toEqual([]);
  expect(refused.toSorted()).toEqual(unreachable);
  expect([...bare].flatMap(([action, isBare]) => (isBare ? [action] : [])).toSorted()).toEqual(empty);
  expect(reading.length - refused.length).toBeGreaterThanOrEqual(206);
});
