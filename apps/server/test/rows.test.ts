import { client, guardianContact, user } from '@kangmai/model';
import { table } from '@kangmai/server/engine/sql/source';
import { page } from '@kangmai/server/engine/sql/page';
import { contains, readPages } from '@kangmai/server/engine/sql/read';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem, makePeople, type Made } from './made-people.ts';

const attempts = table('login_attempt', {
  tenantId: 'bigint',
  id: 'bigint',
  userNameOrEmail: 'text',
  result: 'smallint',
});

let app: TestApp;
let people: readonly Made[];

beforeAll(async () => {
  app = await startApp();
  people = await makePeople(app, 5);
});
afterAll(() => app.close());

describe('a query', () => {
  test('answers what the repository answers: names of choices, opened values, days and instants', async () => {
    const [made] = people;
    await asSystem(app, 'Alpha', async (ctx) => {
      const [row] = await ctx.all(
        ctx
          .from(client, 'c')
          .select(['c.id', 'c.name', 'c.phone', 'c.birthday', 'c.state', 'c.createdAt', 'c.riskTags'])
          .where('c.id', '=', made?.id ?? 0),
      );
      const { id, name, phone, birthday, state, createdAt, riskTags } = await ctx.repo(client).get(made?.id ?? 0);
      expect(row).toEqual({ id, name, phone, birthday, state, createdAt, riskTags });
      expect(row?.phone).toBe(made?.phone);
    });
  });

  test('finds by names of choices, lists and joined rows', async () => {
    await asSystem(app, 'Alpha', async (ctx) => {
      const ids = people.map(({ id }) => id);
      const { state } = await ctx.repo(client).get(ids[0] ?? 0);
      const rows = await ctx.all(
        ctx
          .from(guardianContact, 'g')
          .innerJoin(ctx.from(client, 'c').joined, 'c.id', 'g.client')
          .select(['c.id', 'c.state', 'g.name as contact'])
          .where('c.id', 'in', ids)
          .where('c.state', '=', state)
          .orderBy('c.id'),
      );
      expect(rows.map((row) => row.id)).toEqual(ids.toSorted((one, other) => one - other));
      expect(new Set(rows.map((row) => row.state))).toEqual(new Set([state]));
      expect(await ctx.all(ctx.from(client, 'c').select('c.id').where('c.id', 'in', []))).toEqual([]);
    });
  });

  test('shows deleted rows only where it says why, and rows of the own tenant', async () => {
    const gone = people.at(-1)?.id ?? 0;
    await asSystem(app, 'Alpha', async (ctx) => {
      await ctx.tx.execute('update client set is_deleted = true where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        gone,
      ]);
      const begun = ctx.from(client, 'c');
      expect(await ctx.first(begun.select('c.id').where('c.id', '=', gone))).toBeUndefined();
      expect(
        await ctx.first(begun.withDeleted('the test looks at a deleted row').select('c.id').where('c.id', '=', gone)),
      ).toEqual({ id: gone });
      await ctx.tx.execute('update client set is_deleted = false where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        gone,
      ]);
    });
    await asSystem(app, 'Beta', async (ctx) => {
      const query = ctx.from(client, 'c').acrossTenants('row-level security stands behind it').select('c.id');
      expect(
        await ctx.all(
          query.where(
            'c.id',
            'in',
            people.map(({ id }) => id),
          ),
        ),
      ).toEqual([]);
    });
  });

  test('comes in pages through a cursor', async () => {
    await asSystem(app, 'Alpha', async (ctx) => {
      const names: string[] = [];
      for await (const rows of readPages(ctx, ctx.from(user, 'u').select('u.userName').orderBy('u.id')))
        names.push(...rows.map(({ userName }) => userName));
      expect(names).toContain('admin');
    });
  });
});

describe('a page of a hand-made list', () => {
  const pageOf = (asked: { readonly sorting?: string; readonly text?: string; readonly skip?: number }) =>
    asSystem(app, 'Alpha', (ctx) =>
      page(ctx, {
        from: ctx.from(client, 'c').where(
          'c.id',
          'in',
          people.map(({ id }) => id),
        ),
        where: () => [asked.text === undefined ? undefined : contains(asked.text, 'c.name', 'c.initials')],
        columns: ['c.id', 'c.name'],
        sort: {
          by: { name: 'c.name', creationTime: 'c.createdAt' },
          asked: asked.sorting,
          usual: 'name',
          last: ['c.id'],
        },
        skip: asked.skip ?? 0,
        take: 2,
      }),
    );
  const names = () => people.map(({ name }) => name);

  test('is cut, sorted and counted', async () => {
    expect(await pageOf({ skip: 1 })).toEqual({
      totalCount: 5,
      items: [expect.objectContaining({ name: names()[1] }), expect.objectContaining({ name: names()[2] })],
    });
    expect((await pageOf({ sorting: 'NAME desc, creationTime' })).items.map(({ name }) => name)).toEqual([
      names()[4],
      names()[3],
    ]);
    expect((await pageOf({ skip: 9 })).totalCount).toBe(5);
  });

  test('is narrowed by conditions, and a text is never a pattern', async () => {
    expect(await pageOf({ text: names()[2] ?? '' })).toMatchObject({ totalCount: 1, items: [{ name: names()[2] }] });
    expect(await pageOf({ text: '%' })).toMatchObject({ totalCount: 0, items: [] });
  });

  test.each(['phone', 'name sideways', 'constructor', 'name desc desc', '__proto__', 'name;'])(
    'refuses to be sorted by %s',
    async (sorting) => {
      await expect(pageOf({ sorting })).rejects.toMatchObject({ fields: [{ field: 'sorting' }] });
    },
  );

  test('of a described table keeps to the tenant', async () => {
    await app.visitor('Beta').post('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: 'stranger-of-beta',
      password: 'wrong password',
    });
    const attemptsIn = (tenancyName: 'Alpha' | 'Beta') =>
      asSystem(app, tenancyName, async (ctx) =>
        (await ctx.all(ctx.from(attempts, 'a').select('a.userNameOrEmail'))).map((row) => row.userNameOrEmail),
      );
    expect(await attemptsIn('Beta')).toContain('stranger-of-beta');
    expect(await attemptsIn('Alpha')).not.toContain('stranger-of-beta');
  });
});

const signed = { kind: 'health', version: '2026-01', signTime: '2026-01-02T03:04:05Z' };

test('the consent of a deleted person can still be withdrawn', async () => {
  const admin = await app.as('admin', 'Alpha');
  const { id: clientId } = people[3] ?? { id: 0 };
  const { result: id } = await admin.post<number>('ClientConsent/CreateOrEdit', { ...signed, clientId });
  await asSystem(app, 'Alpha', async (ctx) => {
    await ctx.tx.execute("update client set state = 'active' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      clientId,
    ]);
    await ctx.repo(client).remove(clientId);
  });
  const withdrawn = await admin.post('ClientConsent/Withdraw', { id, reason: '家属要求' });
  expect(withdrawn.status, withdrawn.text).toBe(200);
});

/** The members that an answer refuses. */
async function membersOf(asked: ReturnType<Client['post']>): Promise<readonly string[]> {
  const { status, error } = await asked;
  expect(status).toBe(400);
  return (error?.validationErrors ?? []).flatMap(({ members }) => members);
}

describe('a person out of sight', () => {
  /** A child that the administrator filed: rules for children would tell a stranger its age. */
  async function childOutOfSight(): Promise<number> {
    const admin = await app.as('admin', 'Alpha');
    const { id } = people[0] ?? { id: 0 };
    await asSystem(app, 'Alpha', (ctx) =>
      ctx.tx.execute("update client set birthday = '2020-01-01' where tenant_id = $1 and id = $2", [ctx.tenantId, id]),
    );
    expect(await membersOf(admin.post('ClientConsent/CreateOrEdit', { ...signed, clientId: id }))).toEqual(['signer']);
    return id;
  }

  test('is not found by a contact or a consent, whatever its age', async () => {
    const clientId = await childOutOfSight();
    const { client: nurse } = await addUser(app, 'Alpha', {
      userName: 'rows-nurse',
      dataScope: 'own',
      allPermissions: true,
    });
    const contact = nurse.post('C_contact/CreateOrEdit', {
      ['client_id']: clientId,
      name: '亲属',
      relation: '2',
      phone: '13900001111',
      isGuardian: true,
    });
    expect(await membersOf(contact)).toEqual(['client_id']);
    expect(await membersOf(nurse.post('ClientConsent/CreateOrEdit', { ...signed, clientId }))).toEqual(['clientId']);
  });
});
