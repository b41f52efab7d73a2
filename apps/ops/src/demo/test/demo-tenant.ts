import { createDemoPlan } from '@kangmai/demo/plan';
import { knownUsers, makeTenant } from '@kangmai/server/start/seed';
import { password, type TestApp } from '@kangmai/testkit/app';
import { client, type Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { randomBytes } from 'node:crypto';
import { loadDemo } from '../load.ts';

/** A tenant with the demo of some days. */
export async function makeDemo(app: TestApp, days: number): Promise<number> {
  const plan = createDemoPlan({ now: new Date(), days });
  const [first] = plan.tenants;
  if (!first) throw new Error('the demo has no tenant');
  const tenant = { tenancyName: first.tenancyName, name: first.name, users: knownUsers(first.tenancyName) };
  const id = await makeTenant(app.server, tenant, password);
  const { database, tenantKeys } = app.server.services;
  const secret = randomBytes(32);
  const master = {
    derive: (purpose: string) => Buffer.concat([secret.subarray(0, 16), Buffer.from(purpose.padEnd(16).slice(0, 16))]),
  };
  await loadDemo({
    database,
    sealerOf: (tenantId) => tenantKeys.of(tenantId),
    master,
    plan: { ...plan, tenants: [first] },
  });
  return id;
}

/** Its administrator. */
export async function signIn(app: TestApp, tenantId: number): Promise<Client> {
  const visitor = client(app.url, { 'abp.tenantid': String(tenantId) });
  const { result } = await visitor.post<{ readonly accessToken: string }>('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: 'admin',
    password,
  });
  return client(app.url, { authorization: `Bearer ${result.accessToken}` });
}

/** Plants a row of every resource that the demo lacks. */
export async function plantMissing(app: TestApp, tenantId: number): Promise<void> {
  const samples = await Samples.of({ server: app.server, tenants: { ...app.tenants, Alpha: tenantId } }, 'Alpha');
  const { database, model } = app.server.services;
  for (const { name, table, storage, scope } of model.resources) {
    if (storage === 'view' || scope === 'host') continue;
    const row = await database.withTenant(tenantId, (tx) =>
      tx.one(`select 1 from "${table}" where tenant_id = $1 limit 1`, [tenantId]),
    );
    if (!row) await samples.idOf(name);
  }
  // A rule of the administrator's own.
  await samples.plant(model.byName('abnormalRule'), 'own rule', { level: 'critical' });
}

/** The demo has no uploads; those of a person are listed. */
export async function plantUpload(app: TestApp, tenantId: number, userId: unknown): Promise<void> {
  await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute(
      "insert into stored_file (tenant_id, name, content_type, size, sha256, path, used_for, client_id) values ($1, '体检报告.pdf', 'application/pdf', 1, '', '', 'report', $2)",
      [tenantId, userId],
    ),
  );
}

/** The demo has no official account; what one sent is listed. */
export async function plantSending(app: TestApp, tenantId: number, userId: unknown): Promise<void> {
  await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute(
      "insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, body, state) values ($1, now(), 'template', 'alarm', 'oFOLLOWER-1', '', 'sent')",
      [tenantId],
    ),
  );
  await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute("update client set open_id = 'oFOLLOWER-1' where tenant_id = $1 and id = $2", [tenantId, userId]),
  );
}
