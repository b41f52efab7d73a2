import { client, model } from '@kangmai/model';
import {
  jsonKeyOf,
  kindOf,
  permissionsOfReveal,
  revealable,
  fieldOf,
  targetOf,
  throughOf,
  type AnyResource,
} from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let samples: Samples;
let admin: Client;

const hidden = model.resources.filter((resource) => revealable(resource).length > 0);
const reason = '核对身份';

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

interface LogRow {
  readonly resource: string;
  readonly record: number;
  readonly field: string;
  readonly clientId: number | null;
  readonly reason: string;
}

const revealsOf = (resource: AnyResource): Promise<LogRow[]> =>
  app.query<LogRow>(
    'Alpha',
    'select resource, record, field, client_id as "clientId", reason from sensitive_access_log where tenant_id = $1 and action = \'reveal\' and resource = $2 order by id',
    [resource.name],
  );
const revealField = (resource: AnyResource, body: object, who: Client = admin) =>
  who.post<{ field: string; value: unknown }>(`${resource.wire.service}/Reveal`, body);

describe.each(hidden)('$name', (resource) => {
  test('shows each masked value in full for a reason, and every reveal stands in the log without the value', async () => {
    const id = await samples.idOf(resource.name);
    const row = await samples.inTenant((ctx) => ctx.rows(resource).get(id));
    for (const name of revealable(resource)) {
      const field = fieldOf(resource, name);
      const { status, result, text } = await revealField(resource, { id, field: jsonKeyOf(name, field), reason });
      expect(status, text).toBe(200);
      expect(result).toEqual({ field: jsonKeyOf(name, field), value: kindOf(field).toWire(row[name] ?? null, field) });
    }
    const logged = await revealsOf(resource);
    expect(logged.map(({ field }) => field)).toEqual(revealable(resource));
    expect(logged.every((line) => line.record === id && line.reason === reason)).toBe(true);
    const person =
      resource === client
        ? id
        : row[throughOf(resource).find((name) => targetOf(fieldOf(resource, name)) === 'client') ?? ''];
    expect(logged.every(({ clientId }) => clientId === (person ?? null))).toBe(true);
    expect(
      await app.query(
        'Alpha',
        "select 1 from sensitive_access_log l where tenant_id = $1 and exists (select 1 from unnest($2::text[]) v where l::text like '%' || v || '%')",
        [
          revealable(resource)
            .map((name) => row[name])
            .filter((value) => typeof value === 'string' && value.length > 8),
        ],
      ),
    ).toEqual([]);
  });

  test("asks for a right of its own, a reason and a hidden field; somebody else's row is not found", async () => {
    const id = await samples.idOf(resource.name);
    const [name = ''] = revealable(resource);
    const before = (await revealsOf(resource)).length;
    expect((await revealField(resource, { id, field: name })).status).toBe(400);
    for (const weak of [
      ' ',
      '核对',
      'ab',
      '. . . .',
      '\u200B\u200B\u200B\u200B',
      '\u0001\u0002\u0003\u0004',
      '\u3164\u3164\u3164',
    ]) {
      expect((await revealField(resource, { id, field: name, reason: weak })).error?.reason, JSON.stringify(weak)).toBe(
        'validation.failed',
      );
    }
    const path = `${resource.wire.service}/Reveal`;
    const inAddress = await admin.post(`${path}?reason=${encodeURIComponent(reason)}`, { id, field: name });
    expect([inAddress.status, inAddress.error?.reason]).toEqual([400, 'validation.failed']);
    expect((await admin.post(`${path}?Input.Reason=x`, { id, field: name, reason })).status).toBe(400);
    expect((await admin.get(path, { id, field: name, reason })).status).toBe(405);
    expect((await revealField(resource, { id, field: 'nothing', reason })).status).toBe(400);
    const plain = Object.keys(resource.fields).find((each) => !revealable(resource).includes(each)) ?? '';
    expect((await revealField(resource, { id, field: plain, reason })).error?.reason).toBe('validation.failed');
    expect((await revealField(resource, { id: 8_000_000_001, field: name, reason })).status).toBe(404);
    expect((await revealField(resource, { id, field: name, reason }, await app.as('admin', 'Beta'))).status).toBe(404);
    const reader = await addUser(app, 'Alpha', {
      userName: `reader${resource.name.toLowerCase()}`,
      dataScope: 'all',
      allPermissions: true,
    });
    await app.query(
      'Alpha',
      'delete from role_permission where tenant_id = $1 and permission = any($2::text[]) and role_id = (select id from app_role where tenant_id = $1 and name = $3)',
      [permissionsOfReveal(resource), `Rolereader${resource.name.toLowerCase()}`],
    );
    const refused = await revealField(resource, { id, field: name, reason }, reader.client);
    expect(refused.status).toBe(403);
    expect(refused.error?.message).toContain('/ 查看完整信息」');
    expect((await revealsOf(resource)).length).toBe(before);
  });
});

test("who does not see the person cannot reveal, nor through the person's contacts", async () => {
  const outsider = await addUser(app, 'Alpha', { userName: 'outsider', dataScope: 'own', allPermissions: true });
  const isRuled = ({ scopeRule }: (typeof hidden)[number]): boolean => !!scopeRule && !('everybody' in scopeRule);
  for (const resource of hidden.filter(isRuled)) {
    const [field = ''] = revealable(resource);
    expect(
      `${resource.name} ${(await revealField(resource, { id: await samples.idOf(resource.name), field, reason }, outsider.client)).status}`,
    ).toBe(`${resource.name} 404`);
  }
});

test('a secret that goes in never comes out', async () => {
  const keepers = model.resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'secret'));
  expect(keepers.length).toBeGreaterThan(0);
  for (const resource of keepers) {
    const secret = Object.keys(resource.fields).find((name) => resource.fields[name]?.kind === 'secret') ?? '';
    expect([400, 404]).toContain(
      (await revealField(resource, { id: await samples.idOf(resource.name), field: secret, reason })).status,
    );
  }
});

test("no value that was revealed stands in the server's own log", async () => {
  const id = await samples.idOf('client');
  const { result } = await revealField(client, { id, field: 'phone', reason });
  expect(String(result.value)).toMatch(/^\d{11}$/);
  expect(app.log().join('\n')).not.toContain(String(result.value));
  expect(
    await app.query('Alpha', "select 1 from audit_log a where tenant_id = $1 and a::text like '%' || $2 || '%'", [
      String(result.value),
    ]),
  ).toEqual([]);
});
