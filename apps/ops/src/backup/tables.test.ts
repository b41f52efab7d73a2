import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseSequences } from './tables.ts';

let database: TestDatabase;
const open: Client[] = [];

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.urls.migrator });
  await client.connect();
  open.push(client);
  return client;
}

beforeAll(async () => {
  database = await cloneDatabase();
});

afterAll(async () => {
  for (const client of open) await client.end();
  await database.drop();
});

test('a sequence that is raised while others take numbers gives none of them twice', async () => {
  const [raiser, ...takers] = [await connect(), await connect(), await connect(), await connect()];
  const taken: number[] = [];
  const state = { isOver: false };
  const taking = takers.map(async (taker) => {
    while (!state.isOver) {
      const { rows } = await taker.query<{ id: string }>("select nextval('care_team_id_seq')::text as id");
      taken.push(Number(rows[0]?.id));
    }
  });
  for (let round = 0; round < 300; round += 1)
    await raiseSequences(raiser, [{ name: 'care_team_id_seq', value: String(Math.max(0, ...taken.slice(-3)) + 2) }], 0);
  state.isOver = true;
  await Promise.all(taking);
  expect(taken.length).toBeGreaterThan(300);
  expect(new Set(taken).size).toBe(taken.length);
});

test('a sequence is raised to the number of a backup and never lowered', async () => {
  const client = await connect();
  const next = async (): Promise<number> => {
    const { rows } = await client.query<{ id: string }>("select nextval('care_team_id_seq')::text as id");
    return Number(rows[0]?.id);
  };
  const first = await next();
  await raiseSequences(client, [{ name: 'care_team_id_seq', value: String(first + 500) }], 0);
  expect(await next()).toBe(first + 501);
  await raiseSequences(client, [{ name: 'care_team_id_seq', value: String(first) }], 0);
  expect(await next()).toBe(first + 502);
});
