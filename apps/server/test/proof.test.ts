import { abnormalCase, caseActions, caseStates, sosCauses, sosRecord, sosStates } from '@kangmai/model';
import { type AnyResource, movesOf, statesOf } from '@kangmai/resource';
import { addUser } from '@kangmai/testkit/isolation-people';
import { requestFor, resourceOf, makeCall, takesId, type Request } from '@kangmai/testkit/isolation-input';
import { Samples } from '@kangmai/testkit/samples';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';

/** Ids that no other row bears: a call about another resource finds nothing. */
const reading = 900_001;
const help = 900_002;

let app: TestApp;
let samples: Samples;
let client: Client;

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  ({ client } = await addUser(app, 'Alpha', { userName: 'sweeper', dataScope: 'all', allPermissions: true }));
  const clientId = await samples.idOf('client');
  for (const [id, type] of [
    [reading, 'bpHigh'],
    [help, 'fall'],
  ] as const) {
    await app.query(
      'Alpha',
      'insert into abnormal_case (tenant_id, id, client_id, type, finding, level, started_at, latest_at) values ($1, $2, $3, $4, $4, 4, now(), now())',
      [id, clientId, type],
    );
  }
  await app.query(
    'Alpha',
    'insert into sos_record (tenant_id, id, client_id, case_id, type, called_at) values ($1, $2, $3, $2, 2, now())',
    [help, clientId],
  );
});
afterAll(() => app.close());

async function closed(): Promise<readonly string[]> {
  const rows = await app.query<{ what: string }>(
    'Alpha',
    `select 'case ' || id || ' ' || state as what from abnormal_case where tenant_id = $1 and id = any($2) and (state > 2 or is_deleted)
     union all select 'record ' || id || ' ' || state from sos_record where tenant_id = $1 and id = any($2) and (state > 2 or is_deleted)`,
    [[reading, help]],
  );
  return rows.map(({ what }) => what);
}

const text = '已电话联系家属，本人平安';
const ours = new Set<AnyResource | undefined>([abnormalCase, sosRecord]);

/** Bodies that end a row in every way that its definition knows. */
function endings(resource: AnyResource | undefined): readonly object[] {
  if (resource === abnormalCase)
    return [3, 4, 5].flatMap((state) =>
      Object.values(caseActions.entries).map(({ wire }) => ({
        state,
        handleType: wire,
        handleResult: text,
        callOutcome: 2,
      })),
    );
  return [3, 4].flatMap((state) =>
    Object.values(sosCauses.entries).map(({ wire }) => ({ state, cause: wire, handleResult: text, called120: true })),
  );
}

/** A save changes nothing but the state; every other call gets what it wants besides, and no version of the row. */
const endingOf = (entry: Entry, request: Request, ending: object): Request => ({
  ...request,
  body: (entry.conventional === 'save' ? ending : { ...request.body, ...ending, rowVersion: null }) as Request['body'],
});

/** A call that may end a row: a save, a move to an end, and every action that is no move but for a claim. */
function mayEnd({ conventional, action }: Entry, resource: AnyResource | undefined): boolean {
  if (action === undefined || resource === undefined) return conventional === 'save';
  const to = movesOf(resource).find(([name]) => name === action)?.[1].to;
  return to === undefined ? action !== 'claim' : Number(statesOf(resource).wireOf(to)) > 2;
}

test('the states and ways of ending that the sweep tries are those of the definitions', () => {
  expect(Object.values(caseStates.entries).map(({ wire }) => wire)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(Object.values(sosStates.entries).map(({ wire }) => wire)).toEqual([0, 1, 2, 3, 4]);
});

test('no writing call ends a critical case or a call for help before somebody was reached', async () => {
  const problems: string[] = [];
  const writing = app.server.app.entries.filter(
    (entry) => entry.writes && takesId(entry) && !entry.permissions.includes('anonymous'),
  );
  for (const entry of writing) {
    for (const id of [reading, help]) await tryEntry(entry, id, problems);
    const ended = await closed();
    if (ended.length > 0) problems.push(`${entry.verb} ${entry.path}: ${ended.join(', ')}`);
  }
  expect(problems).toEqual([]);
  expect(writing.filter((entry) => ours.has(resourceOf(entry))).length).toBeGreaterThanOrEqual(5);
});

test('no call on many rows ends them either', async () => {
  const many = app.server.app.entries.filter(({ writes, path }) => writes && path.endsWith('ForMany'));
  const input = { handleType: 1, handleResult: text, callOutcome: 2, reason: text };
  const failed = new Map<string, number | undefined>();
  for (const { path } of many) {
    const { result } = await client.post<{ readonly failed: number } | null>(path, {
      rows: [{ id: reading }, { id: help }],
      input,
    });
    failed.set(path.split('/').slice(-2).join('/'), result?.failed);
  }
  expect(await closed()).toEqual([]);
  expect(failed.get('AbnormalData/BatchHandleForMany')).toBe(2);
});

/** A contact is a proof: what logs one is not among the calls that end without it. */
const isContact = ({ action }: Entry): boolean => action === 'logContact';

/** Closing in one step brings its own contact: here one that reached nobody. */
const contactOf = ({ action }: Entry): object => (action === 'settle' ? { callOutcome: 4 } : {});

async function tryEntry(entry: Entry, id: number, problems: string[]): Promise<void> {
  const resource = resourceOf(entry);
  if (isContact(entry)) return;
  const request = await requestFor(entry, samples, { id, imei: '860000000000000' });
  if (!ours.has(resource)) {
    await makeCall(client, entry, request);
    return;
  }
  const isThere = resource === abnormalCase || id === help;
  const ends = mayEnd(entry, resource);
  for (const ending of endings(resource)) {
    const { status, text: answer } = await makeCall(
      client,
      entry,
      endingOf(entry, request, { id, ...ending, ...contactOf(entry) }),
    );
    if (isThere && ends && status !== 400)
      problems.push(`${entry.verb} ${entry.path} ${JSON.stringify(ending)}: ${status} ${answer.slice(0, 120)}`);
  }
}
