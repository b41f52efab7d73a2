import { createHmac, createHash, randomBytes } from 'node:crypto';
import { requestFor, resourceOf, wordOf, type Subject } from '@kangmai/testkit/isolation-input';
import type { Samples } from '@kangmai/testkit/samples';
import type { Entry } from '../src/http/registry.ts';
import { password, type InsideServer } from './inside.ts';

/** Calls that lock or end the sign-in that they are made with. */
export const touchesSession = (name: string): boolean => /\/session\/(un)?lock\b/i.test(name);

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly ms: number;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A repeatable call. */
export interface Target {
  readonly name: string;
  readonly make: () => Promise<Request>;
  /** Delivers in an envelope of its own. */
  readonly isDoor: boolean;
}

export class Caller {
  private readonly inside: InsideServer;
  private readonly tokens = new Map<number, string>();

  constructor(inside: InsideServer) {
    this.inside = inside;
  }

  async send({ method, path, query, body, headers }: Request): Promise<Reply> {
    const began = performance.now();
    const answer = await this.inside.server.app.http.inject({
      method,
      url: path,
      ...(query && { query: { ...query } }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      text: answer.body,
      retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
      ms: performance.now() - began,
    };
  }

  async bearer(tenantId: number): Promise<string> {
    const known = this.tokens.get(tenantId) ?? (await this.freshBearer(tenantId));
    this.tokens.set(tenantId, known);
    return known;
  }

  /** Of a new sign-in. */
  async freshBearer(tenantId: number): Promise<string> {
    const headers: Record<string, string> = tenantId === 0 ? {} : { 'abp.tenantid': String(tenantId) };
    const { text } = await this.send({
      method: 'POST',
      path: '/api/TokenAuth/Authenticate',
      body: { userNameOrEmailAddress: 'admin', password },
      headers,
    });
    const { result } = JSON.parse(text) as { result: { accessToken: string } };
    return `Bearer ${result.accessToken}`;
  }
}

const isOpen = (entry: Entry): boolean => entry.permissions.includes('anonymous');
const endsSession = (entry: Entry): boolean => /\/(logout|changepassword|linktouser)$/i.test(entry.path);

async function planted(samples: Samples, entry: Entry): Promise<number> {
  const resource = resourceOf(entry);
  if (!resource) return samples.idOf('client');
  return entry.writes && resource.name !== 'user'
    ? samples.plantApart(resource, 'P').catch(() => samples.idOf(resource.name))
    : samples.idOf(resource.name);
}

/** Calls that remove the scene. */
const endsScene = (entry: Entry): boolean => /\/(deletetenant|movetenant|tenant\/delete)$/i.test(entry.path);

/** Calls of a link sent to a phone refuse an administrator's token before their first statement. */
const isPhones = ({ phone }: Entry): boolean => phone !== undefined;

/** A tenant or user that a call switched off would refuse all later calls. */
const keptOn = (body: object): object => ('isActive' in body ? { ...body, isActive: true } : body);

/** Registered calls with arguments that they take, of the administrator of the side that may make them. */
export async function callTargets(
  inside: InsideServer,
  caller: Caller,
  given: { readonly samples: Samples; readonly entries: Iterable<Entry> },
): Promise<Target[]> {
  const { samples } = given;
  const hostMay = new Set(
    inside.server.services
      .permissions()
      .filter(({ side }) => side === 'host')
      .map(({ name }) => name),
  );
  const targets: Target[] = [];
  const imei = wordOf(await samples.keyOf('device', 'imei'));
  for (const entry of [...given.entries].filter((each) => !endsSession(each) && !endsScene(each) && !isPhones(each))) {
    const tenantId = entry.permissions.some((name) => hostMay.has(name)) ? 0 : inside.tenants.Alpha;
    const headersOf = async (): Promise<Record<string, string>> =>
      isOpen(entry)
        ? { 'abp.tenantid': String(tenantId) }
        : {
            authorization: await (touchesSession(entry.path) ? caller.freshBearer(tenantId) : caller.bearer(tenantId)),
          };
    const about = async (subject: Subject | undefined): Promise<Request> => {
      const { query, body } = await requestFor(entry, samples, subject ?? { id: await planted(samples, entry), imei });
      const given = subject && body ? { ...body, id: undefined } : body;
      return {
        method: entry.verb,
        path: entry.path,
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        ...(entry.verb === 'GET' ? {} : { body: keptOn(given ?? {}) }),
        headers: await headersOf(),
      };
    };
    targets.push({ name: `${entry.verb} ${entry.path}`, isDoor: false, make: () => about(undefined) });
    if (/\/createoredit$/i.test(entry.path))
      targets.push({ name: `${entry.verb} ${entry.path} (new)`, isDoor: false, make: () => about({ id: 0, imei }) });
  }
  return targets;
}

/** The ingest door: one reading, a delivery of several kinds and devices, a call for help, a quarantined one. */
export async function doorTargets(inside: InsideServer, samples: Samples): Promise<Target[]> {
  const { tenantKeys, database } = inside.server.services;
  const key = randomBytes(32).toString('base64url');
  const sealed = (await tenantKeys.of(0)).seal(key);
  await database.withTenant(0, (tx) =>
    tx.execute(
      `insert into ingest_source (tenant_id, source_name, source_code, protocol, authentication, api_key_sealed, imei_prefix, rate_per_minute) values (0, 'nth', 'nth', 'gateway', 'hmac', $1, '86', 1000000)`,
      [sealed],
    ),
  );
  const imei = wordOf(await samples.keyOf('device', 'imei'));
  let second = 0;
  const reading = (dataType: string, values: object): object => {
    second += 1;
    return {
      imei,
      dataType,
      values,
      messageId: randomBytes(9).toString('base64url'),
      measuredAt: new Date(Date.now() - 3_600_000 + second * 1000).toISOString(),
    };
  };
  const delivery =
    (path: string, content: () => object): Target['make'] =>
    async () => {
      const body = JSON.stringify(content());
      const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('base64url')];
      const signature = createHmac('sha256', key)
        .update(`${timestamp}.${nonce}.${createHash('sha256').update(body).digest('hex')}`)
        .digest('hex');
      return {
        method: 'POST',
        path: `/api/ingest/v1/${path}`,
        body,
        headers: { 'x-source': 'nth', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature },
      };
    };
  const contents: Readonly<Record<string, readonly [string, () => object]>> = {
    'one reading': ['readings', () => reading('heart', { heart: 171 })],
    'a call for help': ['readings', () => reading('event', { event: 'sos' })],
    'a batch': [
      'batches',
      () => ({
        items: [
          reading('heart', { heart: 72 }),
          reading('bp', { high: 190, low: 100 }),
          reading('heartbeat', {}),
          reading('temperature', { temperature: 36.6 }),
        ],
      }),
    ],
    'an unknown device': ['readings', () => ({ ...reading('heart', { heart: 70 }), imei: '899999999999999' })],
  };
  return Object.entries(contents).map(([name, [path, content]]) => ({
    name: `door: ${name}`,
    isDoor: true,
    make: delivery(path, content),
  }));
}
