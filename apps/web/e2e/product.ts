import { makeRunFolder } from '@kangmai/testkit/run-folder';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** The product in a process of its own with its own data folder, as started by `npm start`. */
export interface Product {
  readonly url: string;
  readonly password: string;
  /** Data folder, which operator commands need too. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
  });

const newFolder = (): string => makeRunFolder('kangmai-e2e');

/** Starts the built product on a data folder and waits until it listens. */
async function startServer(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ready = new Promise<{ readonly url: string; readonly password: string }>((found, failed) => {
    const hear = (part: Buffer): void => {
      said += part.toString();
      const line = /ready: (http\S+).*password (\S+)/.exec(said);
      if (line?.[1] && line[2]) found({ url: line[1], password: line[2] });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => failed(new Error(`the product ended with ${code}:\n${said}`)));
  });
  const stop = async (): Promise<void> => {
    const end = ended(child);
    child.kill('SIGTERM');
    await end;
  };
  return { ...(await ready), folder, stop };
}

const removed = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const demoTenants = ['Default', 'qianjiang', 'jincheng'];

/** Logs a contact for the waiting SOS calls and critical cases of the demo, whose popup would cover every page. */
async function answerCalls(product: Product, tenancyName: string): Promise<void> {
  const admin = await signIn(product, { tenancyName, userName: 'admin' });
  const { items } = await admin.get<{
    readonly items: readonly { readonly ['soS_Record']: { readonly caseId: number } }[];
  }>('SOS_Records/GetAll?stateFilter=0&MaxResultCount=100');
  const critical = await admin.get<{
    readonly items: readonly { readonly abnormalData: { readonly id: number } }[];
  }>('AbnormalData/GetAll?stateFilter=0&ABNORMAL_LEVELFilter=4&MaxResultCount=100');
  const ids = new Set([
    ...items.map((row) => row['soS_Record'].caseId),
    ...critical.items.map(({ abnormalData }) => abnormalData.id),
  ]);
  for (const id of ids) await admin.post('AbnormalData/LogContact', { id, callOutcome: 1, note: '已联系本人' });
}

/** Opens the product's database as its owner. */
export async function openDatabase(folder: string): Promise<Client> {
  const home = join(folder, 'postgres');
  const client = new Client({
    host: join(home, 'run'),
    user: 'kangmai_owner',
    password: readFileSync(join(home, 'admin.secret'), 'utf8').trim(),
    database: 'kangmai',
  });
  await client.connect();
  return client;
}

/** Tidies the tables once, or every copy would do it; answers the file of the database's log that is being written. */
async function tidied(folder: string): Promise<string> {
  const client = await openDatabase(folder);
  await client.query('vacuum analyze');
  const found = await client.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name');
  await client.end();
  return found.rows[0]?.name ?? '';
}

/**
 * Removes log files that the database made in advance, 300 MB that every product would copy. The stop may write beyond
 * the current file, so two more are kept.
 */
function removeSpareLog(folder: string, current: string): void {
  const log = join(folder, 'postgres/data/pg_wal');
  const later = readdirSync(log).filter((name) => /^[\dA-F]{24}$/.test(name) && name > current);
  for (const name of later.toSorted().slice(2)) rmSync(join(log, name));
}

/** Starts the built product once, which creates the demo, and stops it. */
export async function firstStart(): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const folder = newFolder();
  const product = await startServer(folder);
  const own = { ...product, folder };
  for (const tenancyName of demoTenants) await answerCalls(own, tenancyName);
  const current = await tidied(folder);
  await product.stop();
  // On a busy machine the database stops after the product; its files may be copied only then.
  const deadline = Date.now() + 60_000;
  while (existsSync(join(folder, 'postgres/data/postmaster.pid')) && Date.now() < deadline)
    await new Promise((done) => {
      setTimeout(done, 200);
    });
  removeSpareLog(folder, current);
  return { folder, remove: () => removed(folder) };
}

/** Starts the built product with the demo, on a copy of its data. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const folder = newFolder();
  // Keeps file owners, because the database runs under an account of its own.
  execFileSync('cp', ['-a', `${inject('firstStart')}/.`, folder]);
  const product = await startServer(folder, env);
  return {
    ...product,
    stop: async () => {
      await product.stop();
      removed(folder);
    },
  };
}

/** A signed-in API client. */
export interface Caller {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body: object) => Promise<T>;
  readonly put: <T>(path: string, body: object) => Promise<T>;
}

async function fetchResult<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const answer = (await response.json()) as { success: boolean; result: T; error: { message: string } | null };
  if (!answer.success) throw new Error(`${url} answered ${response.status}: ${answer.error?.message ?? ''}`);
  return answer.result;
}

/** Whom a test signs in; without a tenant, or with an empty name, at the host. */
export interface Who {
  readonly tenancyName?: string;
  readonly userName: string;
}

/** The tokens of a sign-in, and its tenant. */
export interface SignedIn {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly tenantId?: number;
}

const json = { 'content-type': 'application/json' };

/** Signs in by API, as a browser with a name. */
export async function authenticate(product: Product, who: Who, browser = 'tests'): Promise<SignedIn> {
  const { tenancyName, userName } = who;
  const found =
    tenancyName === undefined || tenancyName === ''
      ? {}
      : await fetchResult<{ tenantId: number }>(`${product.url}/api/services/app/Account/IsTenantAvailable`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ tenancyName }),
        });
  const tokens = await fetchResult<SignedIn>(`${product.url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { ...json, 'user-agent': browser, ...('tenantId' in found && { 'Abp.TenantId': String(found.tenantId) }) },
    body: JSON.stringify({ userNameOrEmailAddress: userName, password: product.password }),
  });
  return { ...tokens, ...found };
}

/** Signs in by API to prepare a test. */
export async function signIn(product: Product, who: Who): Promise<Caller> {
  const { accessToken, tenantId } = await authenticate(product, who);
  const headers = { ...json, ...(tenantId !== undefined && { 'Abp.TenantId': String(tenantId) }) };
  const signed = { ...headers, authorization: `Bearer ${accessToken}` };
  const urlOf = (path: string): string => `${product.url}/api/services/app/${path}`;
  const sendWith =
    (method: 'POST' | 'PUT') =>
    <T>(path: string, body: object): Promise<T> =>
      fetchResult(urlOf(path), { method, headers: signed, body: JSON.stringify(body) });
  return { get: (path) => fetchResult(urlOf(path), { headers: signed }), post: sendWith('POST'), put: sendWith('PUT') };
}

/** A gateway with its own key. */
export interface Gateway {
  readonly code: string;
  readonly key: string;
}

interface Signed {
  readonly path: 'readings' | 'batches';
  readonly content: object;
}

/** Sends a signed body to the door for devices, as a gateway does; returns the answer. */
async function sendSigned<Answer>(product: Product, gateway: Gateway, { path, content }: Signed): Promise<Answer> {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const signature = createHmac('sha256', gateway.key)
    .update(`${timestamp}.${nonce}.${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex');
  const response = await fetch(`${product.url}/api/ingest/v1/${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-source': gateway.code,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    },
  });
  return (await response.json()) as Answer;
}

/** Delivers one signed reading like a gateway and awaits its acknowledgement. */
export const deliver = (
  product: Product,
  gateway: Gateway,
  reading: object,
): Promise<{ readonly status: string; readonly id?: number; readonly abnormalLevel?: number }> =>
  sendSigned(product, gateway, { path: 'readings', content: reading });

/** Delivers several readings in one signed batch. */
export const deliverBatch = (
  product: Product,
  gateway: Gateway,
  items: readonly object[],
): Promise<{ readonly accepted: number }> => sendSigned(product, gateway, { path: 'batches', content: { items } });
