import { client, ruleTags } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

const person = (): Promise<number> => samples.plant(client, 'grouped', { birthday: '1980-01-01', certificateNo: null });
const groupsOf = async (id: number): Promise<unknown> => {
  const [row] = await app.query<{ groups: unknown }>(
    'Alpha',
    "select coalesce(risk_tags, '{}') as groups from client where tenant_id = $1 and id = $2",
    [id],
  );
  return row?.groups;
};
async function tagId(code: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    'select id from tag where tenant_id = $1 and code = $2 and not is_deleted',
    [code],
  );
  return row?.id ?? 0;
}
const set = (body: object): Promise<Answer<unknown>> => admin.post('TagLibrary/SetClientTags', body as never);

test('every tenant has the tags of the groups, which stay', async () => {
  for (const code of ruleTags.names) expect(await tagId(code), code).toBeGreaterThan(0);
  const id = await tagId('copd');
  expect((await admin.delete('TagLibrary/Delete', { id })).error).toMatchObject({ reason: 'tag.of-group' });
  const off = await admin.post('TagLibrary/CreateOrEdit', { id, isActive: false });
  expect([off.status, off.error?.validationErrors?.[0]?.members]).toEqual([400, ['isActive']]);
});

test('groups of a person are those of the tags, and nobody writes them otherwise', async () => {
  const id = await person();
  const [copd, diabetes] = [await tagId('copd'), await tagId('diabetes')];
  await done(set({ clientIds: [id], addTagIds: [copd, diabetes] }));
  expect(await groupsOf(id)).toEqual(['copd', 'diabetes']);
  await done(set({ clientIds: [id], removeTagIds: [copd] }));
  expect(await groupsOf(id)).toEqual(['diabetes']);
  await admin.post('C_client/CreateOrEdit', { id, ruleTags: ['frail'] } as never);
  expect(await groupsOf(id)).toEqual(['diabetes']);
  await app.query(
    'Alpha',
    "update client_tag set ends_on = '2020-01-01', is_deleted = true where tenant_id = $1 and client_id = $2",
    [id],
  );
  expect(await groupsOf(id)).toEqual([]);
});

test('two tags given at the same time both count', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, person));
  const tags = await Promise.all(['copd', 'frail', 'dementia'].map(tagId));
  await Promise.all(ids.flatMap((id) => tags.map((tag) => done(set({ clientIds: [id], addTagIds: [tag] })))));
  for (const id of ids) expect(await groupsOf(id)).toEqual(['copd', 'dementia', 'frail']);
});

test('a rule that gives the tag gives the group, and takes it', async () => {
  const [id, frail] = [await person(), await tagId('frail')];
  const rule = { all: [{ fact: 'age', sign: '<', value: 60 }] };
  await done(admin.post('TagLibrary/CreateOrEdit', { id: frail, tagMode: 'auto', rule } as never));
  await done(admin.post('TagLibrary/Recalculate', { id: frail }));
  expect(await groupsOf(id)).toEqual(['frail']);
  const older = { all: [{ fact: 'age', sign: '>=', value: 60 }] };
  await done(admin.post('TagLibrary/CreateOrEdit', { id: frail, rule: older } as never));
  await done(admin.post('TagLibrary/Recalculate', { id: frail }));
  expect(await groupsOf(id)).toEqual([]);
});
