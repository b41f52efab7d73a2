import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { badDeliveries, badJson, type BadBody } from './bad-bodies.ts';
import { signed } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { badItem, badSides } from './bad-items.ts';
import { Report } from './report.ts';
import { signIn } from './session.ts';
import type { SourceKey, World } from './world.ts';

const refusals = new Set([400, 413, 415]);

interface Call {
  readonly name: string;
  readonly path: string;
  readonly headers: (body: Buffer) => Record<string, string>;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function send(
  url: string,
  call: Call,
  { body, headers = {} }: { readonly body: Buffer; readonly headers?: Record<string, string> | undefined },
): Promise<Answered> {
  const response = await fetch(`${url}${call.path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...call.headers(body), ...headers },
  });
  return { status: response.status, text: await response.text() };
}

/** True for the envelope of a refusal: a reason for programs and a sentence for people. */
function isEnvelope(text: string): boolean {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: unknown } | null };
    return typeof error?.message === 'string' && error.message !== '';
  } catch {
    return false;
  }
}

function problemOf(name: string, answer: Answered, statuses: readonly number[]): string[] {
  if (!statuses.includes(answer.status))
    return [`${name}: answered ${answer.status} instead of ${statuses.join(' or ')}: ${answer.text.slice(0, 120)}`];
  return isEnvelope(answer.text) ? [] : [`${name}: ${answer.status} without envelope: ${answer.text.slice(0, 120)}`];
}

async function refuseAll(url: string, call: Call, bodies: readonly BadBody[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, body, headers, statuses } of bodies)
    broken.push(...problemOf(`${call.name}, ${name}`, await send(url, call, { body, headers }), statuses));
  return broken;
}

/** A body that is shorter than announced; the client disconnects. */
function truncate(url: string, call: Call): Promise<void> {
  const body = Buffer.from('{"imei":"869900000000001","dataType":"heart","values":{"heart":70}}');
  const { hostname, port } = new URL(url);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length + 50),
    ...call.headers(body),
  };
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${call.path} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
      socket.write(body, () => {
        socket.destroy();
      });
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
  });
}

const shortened = (error: unknown): string =>
  [
    error instanceof Error ? error.message : String(error),
    error instanceof Error && error.cause instanceof Error ? error.cause.message : '',
  ]
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 900);

/** Random bytes and broken copies of good bodies: any refusal is right, any 5xx or stored row is not. */
async function fuzz(
  url: string,
  calls: readonly Call[],
  input: { readonly runs: number; readonly seed: number },
): Promise<string[]> {
  const good = JSON.stringify({ items: [{ imei: '869900000000001', dataType: 'heart', values: { heart: 70 } }] });
  const broken = fc
    .tuple(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, bytes]) =>
      Buffer.concat([Buffer.from(good.slice(0, at)), Buffer.from(bytes), Buffer.from(good.slice(at + bytes.length))]),
    );
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    broken,
    fc.json().map((text) => Buffer.from(text)),
    fc
      .string({ unit: 'binary' })
      .map((text) => Buffer.from(JSON.stringify({ userNameOrEmailAddress: text, password: text, name: text }))),
  );
  const wrong: string[] = [];
  const property = fc.asyncProperty(fc.constantFrom(...calls), bodies, async (call, body) => {
    const answer = await send(url, call, { body });
    if (answer.status >= 500)
      throw new Error(
        `${call.name} answered ${answer.status} to ${body.toString('hex').slice(0, 200)}: ${answer.text.slice(0, 120)}`,
      );
  });
  await fc.assert(property, { numRuns: input.runs, seed: input.seed }).catch((error: unknown) => {
    wrong.push(shortened(error));
  });
  return wrong;
}

/** Invalid items are each refused or quarantined by themselves; a valid one in the same delivery is stored. */
async function fuzzItems(
  url: string,
  door: Call,
  input: { readonly runs: number; readonly seed: number; readonly imei: string },
): Promise<string[]> {
  const wrong: string[] = [];
  const property = fc.asyncProperty(fc.array(badItem(input.imei), { minLength: 1, maxLength: 20 }), async (items) => {
    const answer = await send(url, door, { body: Buffer.from(JSON.stringify({ items })) });
    const { results } = JSON.parse(answer.text) as { readonly results?: readonly { readonly status: string }[] };
    const stored = results?.filter(({ status }) => status === 'stored').length ?? 0;
    if (answer.status !== 200 || results?.length !== items.length || stored > 0)
      throw new Error(`answered ${answer.status}, ${stored} stored: ${answer.text.slice(0, 300)}`);
  });
  await fc.assert(property, { numRuns: input.runs, seed: input.seed }).catch((error: unknown) => {
    wrong.push(shortened(error));
  });
  return wrong;
}

/**
 * Codes, texts and times of the wrong kind fail at most their own item; the valid one in the delivery is stored,
 * packed or not.
 */
async function fuzzSides(
  url: string,
  door: Call,
  input: { readonly runs: number; readonly seed: number; readonly imei: string },
): Promise<string[]> {
  const wrong: string[] = [];
  let at = Date.now() - 3_600_000;
  const property = fc.asyncProperty(
    fc.array(badSides(input.imei), { minLength: 1, maxLength: 6 }),
    fc.boolean(),
    async (items, isPacked) => {
      const all = [...items, { imei: input.imei, dataType: 'heart', values: { heart: 71 } }].map((item, each) => ({
        ...item,
        measuredAt: new Date(at + each).toISOString(),
      }));
      at += all.length;
      const text = JSON.stringify({ items: all });
      const answer = await send(
        url,
        door,
        isPacked ? { body: gzipSync(text), headers: { 'content-encoding': 'gzip' } } : { body: Buffer.from(text) },
      );
      const { results } = JSON.parse(answer.text) as { readonly results?: readonly { readonly status: string }[] };
      if (answer.status !== 200 || results?.at(-1)?.status !== 'stored')
        throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    },
  );
  await fc.assert(property, { numRuns: input.runs, seed: input.seed }).catch((error: unknown) => {
    wrong.push(shortened(error));
  });
  return wrong;
}

const countRows = async (world: World): Promise<string> => {
  const [row] = await world.sql<{ counts: string }>(
    `select concat_ws(' ', (select count(*) from heart_rate_reading), (select count(*) from blood_pressure_reading), (select count(*) from sos_record), (select count(*) from abnormal_case), (select count(*) from client), (select count(*) from app_user), (select count(*) from organization_unit)) as counts`,
  );
  return row?.counts ?? '';
};

function callsOf(
  source: SourceKey,
  token: string,
): { readonly doors: readonly Call[]; readonly ordinary: readonly Call[] } {
  const prove = (body: Buffer): Record<string, string> => signed(source, body);
  const bearer = (): Record<string, string> => ({ authorization: `Bearer ${token}` });
  return {
    doors: [
      { name: 'single door', path: '/api/ingest/v1/readings', headers: prove },
      { name: 'batch door', path: '/api/ingest/v1/batches', headers: prove },
    ],
    ordinary: [
      { name: 'saving a client', path: '/api/services/app/C_client/CreateOrEdit', headers: bearer },
      { name: 'sign-in', path: '/api/TokenAuth/Authenticate', headers: () => ({ 'abp.tenantid': '1' }) },
      { name: 'a unit', path: '/api/services/app/OrganizationUnit/CreateOrganizationUnit', headers: bearer },
    ],
  };
}

/** Malformed bodies. */
export const malformed: FaultRun = {
  name: 'F21',
  title: 'malformed bodies',
  async run(world, { isLong, seed }) {
    const report = new Report(`F21 ${malformed.title}`);
    const server = await world.start();
    const source = await world.source();
    const wearer = await world.wearer(await world.tenant('F21'));
    const { doors, ordinary } = callsOf(source, await signIn(server.url));
    const before = await countRows(world);
    const [single, batch] = doors as [Call, Call];
    const listed = [
      ...(await refuseAll(server.url, single, badJson)),
      ...(await refuseAll(server.url, batch, [...badJson, ...badDeliveries])),
      ...(await Promise.all(ordinary.slice(0, 2).map((call) => refuseAll(server.url, call, badJson)))).flat(),
    ];
    const bodies = badJson.length * 4 + badDeliveries.length;
    report.check('listed bad bodies are refused with an envelope', bodies, listed);
    const cuts = isLong ? 200 : 20;
    for (let at = 0; at < cuts; at += 1) await truncate(server.url, (at % 2 === 0 ? doors : ordinary)[at % 2] as Call);
    const runs = isLong ? 2000 : 200;
    report.check(
      'random bodies never meet a fault',
      runs,
      await fuzz(server.url, [...doors, ...ordinary.slice(1)], { runs, seed }),
    );
    report.check(
      'random items are answered one by one and none is stored',
      runs,
      await fuzzItems(server.url, batch, { runs, seed, imei: wearer.imei }),
    );
    const after = await countRows(world);
    report.check(
      'no row was written',
      bodies + cuts + runs * 2,
      before === after ? [] : [`rows before ${before}, after ${after}`],
    );
    report.check(
      'circumstances of the wrong kind fail no neighbour, in packed deliveries neither',
      Math.ceil(runs / 5),
      await fuzzSides(server.url, batch, { runs: Math.ceil(runs / 5), seed, imei: wearer.imei }),
    );
    report.check(
      'the server is up',
      1,
      server.isRunning && (await fetch(`${server.url}/health/ready`)).status === 200 ? [] : ['it is not'],
    );
    report.inject(
      `${bodies} listed bodies, ${cuts} cut off, ${runs} random bodies, ${runs} random deliveries, ${Math.ceil(runs / 5)} with random circumstances; seed ${seed}; refusals allowed: ${[...refusals].join(', ')}`,
    );
    await server.end();
    return report;
  },
};
