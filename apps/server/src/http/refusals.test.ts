import { defineModel, defineResource, text } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '../engine/crud/call.ts';
import { identityModule } from '../modules/identity/identity.ts';
import { invalid } from '../platform/errors.ts';

const note = defineResource({
  name: 'note',
  title: '便签',
  en: 'Notes',
  scope: 'tenant',
  permission: 'Pages.CustomerManage.Notes',
  wire: { service: 'Notes', entity: 'Note', calls: {} },
  fields: { heading: text({ label: '标题', en: 'Heading', wire: 'NOTE_Heading' }) },
  list: { columns: ['heading'], sort: 'heading', search: [] },
  display: 'heading',
});
const member = 'notE_Heading';
const listed = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.number().int().positive()))
  .optional();
const enter = (action: string, resource?: typeof note) =>
  call({
    wire: `POST Notes/${action}`,
    title: '录入',
    permission: 'signed-in',
    ...(resource && { resource }),
    input: z.object({ [member]: z.string().max(3), colour: z.string().optional(), ids: listed }),
    run: async () => {
      throw invalid('heading', 'field.required');
    },
  });

const broken = call({
  wire: 'POST Notes/Break',
  title: '出错',
  permission: 'signed-in',
  input: z.object({}),
  run: async () => {
    throw new TypeError('no value of a person belongs here');
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    model: defineModel([note]),
    areas: (services) => ({
      modules: [
        identityModule(services),
        { name: 'notes', calls: [enter('Enter', note), enter('EnterPlain'), broken] },
      ],
    }),
  });
});
afterAll(() => app.close());

const refusal = async (action: string, body: object): Promise<readonly object[] | null | undefined> =>
  (await (await app.as('admin', 'Alpha')).post(`Notes/${action}`, body)).error?.validationErrors;

test('a hand-written save of a resource names members and labels as the conventional ones do', async () => {
  expect(await refusal('Enter', { [member]: 'abc' })).toEqual([
    { message: expect.stringContaining('标题') as string, members: [member] },
  ]);
  expect(await refusal('Enter', { NOTE_HEADING: 'too long', colour: 3 })).toEqual([
    { message: expect.stringContaining('标题') as string, members: [member] },
    { message: expect.stringContaining('colour') as string, members: ['colour'] },
  ]);
});

test('what is wrong with several entries of a list is told once, of the list', async () => {
  expect(await refusal('Enter', { [member]: 'abc', ids: '-1.5,a,3' })).toEqual([
    { message: 'ids的格式不正确，请检查后重新填写', members: ['ids'] },
  ]);
});

test('a call of no resource names what its code names', async () => {
  expect(await refusal('EnterPlain', { [member]: 'abc' })).toEqual([
    { message: expect.stringContaining('heading') as string, members: ['heading'] },
  ]);
  expect(await refusal('EnterPlain', { [member]: 'too long' })).toEqual([
    { message: expect.stringContaining(member) as string, members: [member] },
  ]);
});

test('SH-087 a fault of ours has a number, which its user and the log both know', async () => {
  const { status, headers, error } = await (await app.as('admin', 'Alpha')).post('Notes/Break', {});
  const number = headers.get('x-fault-id') ?? '';
  expect([status, error?.reason]).toEqual([500, 'server.fault']);
  expect(number).toMatch(/^[0-9a-f]{8}$/);
  expect(app.log().filter((line) => line.includes(number))).toHaveLength(1);
});
