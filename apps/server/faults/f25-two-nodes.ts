import { client } from '@kangmai/model';
import { post } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { msUntil, Scene } from './scene.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './session.ts';
import type { SourceKey, Wearer, World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const coherenceLimitMs = timeLimit(2500);

interface Call {
  readonly url: string;
  readonly token: string;
}

async function call<T>(
  { url, token }: Call,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly result: T }> {
  const response = await fetch(`${url}/api/services/app/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { result } = (await response.json()) as { readonly result: T };
  return { status: response.status, result };
}

/** A user's own writes at one node are visible at the other at once, and stay visible. */
async function readsGoForward(nodes: readonly ServerProcess[], token: string, rounds: number): Promise<string[]> {
  const wrong: string[] = [];
  const at = (round: number): Call => ({ url: (nodes[round % nodes.length] as ServerProcess).url, token });
  const made = await call<number>(at(0), `${client.wire.service}/CreateOrEditFromCustom`, {
    name: '甲0',
    phone: `139${String(Date.now()).slice(-8)}`,
  });
  if (made.status !== 200) return [`a client could not be made: ${made.status}`];
  for (let round = 1; round <= rounds; round += 1) {
    const seen = await call<{ ['c_client']?: { name?: string } }>(
      at(round),
      `${client.wire.service}/GetC_clientForEdit?Id=${made.result}`,
    );
    const row = seen.result['c_client'] ?? (seen.result as { name?: string });
    if (row.name !== `甲${round - 1}`)
      wrong.push(`round ${round} at node ${round % nodes.length}: ${row.name ?? 'no name'} instead of 甲${round - 1}`);
    const saved = await call(at(round + 1), `${client.wire.service}/CreateOrEdit`, {
      ...row,
      id: made.result,
      name: `甲${round}`,
    });
    if (saved.status !== 200) wrong.push(`round ${round}: saving answered ${saved.status}`);
  }
  return wrong;
}

/** Many calls for help at once at both nodes: each counts, one case is open, none is refused. */
async function pressesAtOnce(
  world: World,
  nodes: readonly ServerProcess[],
  { source, wearer, presses }: { readonly source: SourceKey; readonly wearer: Wearer; readonly presses: number },
): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: presses }, (_each, at) => {
      const body = Buffer.from(
        JSON.stringify({
          imei: wearer.imei,
          dataType: 'event',
          values: { event: 'sos' },
          messageId: `press-${at}-${Date.now()}`,
          measuredAt: new Date().toISOString(),
        }),
      );
      return post((nodes[at % nodes.length] as ServerProcess).url, source, { path: 'readings', body }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
      );
    }),
  );
  const [row] = await world.sql<{ presses: number; records: number; cases: number }>(
    `select (select sum(press_count) from sos_record where device_id = $1 and tenant_id = $2)::bigint as presses, (select count(*) from sos_record where device_id = $1 and tenant_id = $2) as records, (select count(*) from abnormal_case where client_id = $3 and tenant_id = $2 and type = 'sos' and state in (0, 1, 2)) as cases`,
    [wearer.deviceId, wearer.tenantId, wearer.clientId],
  );
  const refused = answers.filter((status) => status !== 201);
  return [
    ...refused.map((status) => `a press was answered ${status}`),
    ...(row?.presses === presses && row.records === 1 && row.cases === 1
      ? []
      : [`${row?.presses} presses in ${row?.records} records and ${row?.cases} cases`]),
  ];
}

/** Equal messages of one device without a time reach both nodes within the same milliseconds: each becomes a row. */
async function timelessAtOnce(
  nodes: readonly ServerProcess[],
  { source, wearer, messages }: { readonly source: SourceKey; readonly wearer: Wearer; readonly messages: number },
): Promise<string[]> {
  const ids: unknown[] = [];
  const wrong: string[] = [];
  const waiting = Array.from({ length: messages }, (_each, at) => at);
  const connection = async (_one: unknown, which: number): Promise<void> => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const body = Buffer.from(
        JSON.stringify({ imei: wearer.imei, dataType: 'heart', values: { heart: 66 }, messageId: `timeless-${at}` }),
      );
      const response = await post((nodes[which % nodes.length] as ServerProcess).url, source, {
        path: 'readings',
        body,
      });
      const answer = (await response.json()) as { readonly status?: string; readonly id?: number };
      if (answer.status === 'stored') ids.push(answer.id);
      else wrong.push(`message ${at} was answered ${response.status} ${answer.status ?? ''}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, connection));
  return new Set(ids).size === ids.length ? wrong : [...wrong, 'two messages share a row'];
}

/** Signs out at one node; returns for how long the other one still accepts the token. */
async function endsEverywhere(
  [first, second]: readonly [ServerProcess, ServerProcess],
  token: string,
): Promise<number | undefined> {
  const isSignedIn = async (): Promise<boolean> =>
    (
      await call<{ readonly user: object | null } | null>(
        { url: second.url, token },
        'Session/GetCurrentLoginInformations',
      )
    ).result?.user != null;
  if (!(await isSignedIn())) return undefined;
  await fetch(`${first.url}/api/TokenAuth/LogOut`, { headers: { authorization: `Bearer ${token}` } });
  return msUntil(async () => !(await isSignedIn()), timeLimit(10_000));
}

/** Two nodes on one database under mixed load. */
export const twoNodes: FaultRun = {
  name: 'F25',
  title: 'two nodes on one database under mixed load',
  async run(world, { isLong, seed }) {
    const report = new Report(`F25 ${twoNodes.title}`);
    const nodes = [await world.start(), await world.start()];
    const scene = await Scene.of(world, 'F25', { urls: () => nodes.map(({ url }) => url), connections: 4, seed });
    const token = await signIn((nodes[0] as ServerProcess).url);
    scene.load.start();
    const rounds = isLong ? 300 : 6;
    report.check(
      'a user reads what was written, at whichever node',
      rounds,
      await readsGoForward(nodes, token, rounds),
    );
    const presses = isLong ? 100 : 24;
    report.check(
      'a call for help pressed at once at both nodes',
      presses,
      await pressesAtOnce(world, nodes, {
        source: await world.source(),
        wearer: await world.wearer(await world.tenant('F25c')),
        presses,
      }),
    );
    const timeless = isLong ? 5000 : 150;
    report.check(
      'messages without a time, at both nodes at once, each become a row',
      timeless,
      await timelessAtOnce(nodes, {
        source: await world.source(),
        wearer: await world.wearer(await world.tenant('F25d')),
        messages: timeless,
      }),
    );
    report.atMost(
      'what ends at one node ends at the other',
      await endsEverywhere(nodes as [ServerProcess, ServerProcess], token),
      { limit: coherenceLimitMs, unit: 'ms' },
    );
    await scene.load.more(isLong ? 2000 : 60);
    const twice = await world.sql<{ name: string; n: number }>(
      `select name, count(*) as n from pgboss.job where singleton_key is not null and created_on > now() - interval '50 seconds' group by name, singleton_key, singleton_on having count(*) > 1`,
    );
    const jobs = await world.sql<{ n: number }>('select count(*) as n from pgboss.job where singleton_key is not null');
    report.check(
      'work of one alone is queued once',
      jobs[0]?.n ?? 0,
      twice.map(({ name, n }) => `${name} was queued ${n} times`),
    );
    report.inject(
      `2 nodes, ${scene.load.sent.size} messages, ${rounds} saves read at the other node, ${presses} presses at once; seed ${seed}`,
    );
    await scene.end(report);
    for (const node of nodes.toReversed()) await node.end();
    return report;
  },
};
