import { imeiCheckDigit } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect } from 'vitest';

export let app: TestApp;
export let admin: Client;
export let host: Client;
let kinds: { readonly type: number; readonly product: number };
export let ours: Client;
export let others: Client;
export let hosts: Client;

export interface Command {
  readonly id: number;
  readonly imei: string;
  readonly command: string;
  readonly args: { readonly [name: string]: unknown } | null;
  readonly tries: number;
}

const prefix = '868123';
const imeiAt = (serial: number): string => {
  const head = `${prefix}${String(serial).padStart(8, '0')}`;
  return `${head}${imeiCheckDigit(head)}`;
};
let serial = 0;
export const imei = (): string => imeiAt((serial += 1));

export const given: readonly string[] = Array.from({ length: 100 }, (_each, at) => imeiAt(1_000_000 + at));
let taken = 0;
export const sql = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(text, [app.tenants.Alpha, ...values]));

/** A tenant's source lists the imeis allocated to the tenant; the host's has a prefix. */
async function source(who: Client, sourceCode: string): Promise<Client> {
  const accepted = who === host ? { imeiPrefix: prefix } : { imeiList: given };
  const made = await who.post<number>('IngestSources/CreateOrEdit', {
    sourceName: sourceCode,
    sourceCode,
    protocol: 'json',
    authType: 'bearer',
    ipAllow: '127.0.0.1',
    ...accepted,
    valid: true,
    ratePerMinute: 600_000,
  });
  if (made.status !== 200) throw new Error(made.text);
  const { result } = await who.post<{ apiKey: string }>('IngestSources/RotateKey', { id: made.result });
  return app.visitor().with({ authorization: `Bearer ${result.apiKey}` });
}

export function useCommandBench(): void {
  beforeAll(async () => {
    app = await startApp();
    [admin, host] = await Promise.all([app.as('admin', 'Alpha'), app.as('admin')]);
    const types = (
      await admin.get<{ id: number; typeCode: string }[]>('DevicesType/getDevicesTypeList', {
        categoryFilter: 'wearable',
      })
    ).result;
    const type = types.find(({ typeCode }) => typeCode === 'watch')?.id ?? 0;
    kinds = {
      type,
      product: (await admin.get<{ id: number }[]>('DeviceProduct/GetList', { devicesTypeId: type })).result[0]?.id ?? 0,
    };
    await host.post('Devices/Allocate', { imeis: given, tenantId: app.tenants.Alpha });
    [ours, others, hosts] = await Promise.all([source(admin, 'ours'), source(admin, 'others'), source(host, 'hosts')]);
  });
  afterAll(() => app.close());
}

export const register = (imei: string, code?: string): Promise<Answer<number>> =>
  admin.post<number>('Devices/CreateOrEdit', {
    imei,
    devicesTypeId: kinds.type,
    deviceProductId: kinds.product,
    ...(code && { deviceCode: code }),
  });
export const beat = (imei: string, from: Client = ours): Promise<Answer<unknown>> =>
  from.post('/api/ingest/v1/readings', { imei, dataType: 'heartbeat', values: {} });
export const fetchFrom = async (from: Client, wait?: number): Promise<readonly Command[]> =>
  ((await from.get('/api/ingest/v1/commands', wait === undefined ? {} : { wait })).body as { commands: Command[] })
    .commands;
export const ack = (from: Client, id: number, body?: object): Promise<Answer<unknown>> =>
  from.post(`/api/ingest/v1/commands/${id}/ack`, body);
export const send = (body: object, who: Client = admin): Promise<Answer<{ id: number }>> =>
  who.post('DeviceCommands/Send', body);
export const sourceOf = async (imei: string): Promise<number | null> =>
  (
    await sql<{ source: number | null }>(
      'select last_source_id as source from device where tenant_id = $1 and imei = $2',
      [imei],
    )
  )[0]?.source ?? null;
export const stateOf = async (id: number): Promise<{ state: number; failReason: string | null }> =>
  (
    await sql<{ state: number; failReason: string | null }>(
      'select state, fail_reason as "failReason" from device_command where tenant_id = $1 and id = $2',
      [id],
    )
  )[0] ?? { state: -1, failReason: null };

export async function reportedDevice(from: Client = ours): Promise<string> {
  const own = given[taken] ?? '';
  taken += 1;
  expect((await register(own)).status).toBe(200);
  expect((await beat(own, from)).status).toBe(201);
  await expect.poll(() => sourceOf(own)).not.toBeNull();
  return own;
}

export const bringForward = (topic: string): Promise<unknown> =>
  sql('update outbox set available_at = now() where tenant_id = $1 and topic = $2', [topic]);
