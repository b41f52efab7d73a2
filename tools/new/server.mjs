import { capital, kebab, literal } from './names.mjs';

const statesOf = (fields) => fields.find(({ isStates }) => isStates);
const periods = (fields) => fields.filter(({ after }) => after !== undefined);

/** The reason of refusing a save whose field is earlier than another. */
const reasonOf = (names, { name, after }) => `${names.file}.${kebab(name)}-before-${kebab(after)}`;

const messagesOf = (fields, field) => {
  const start = fields.find(({ name }) => name === field.after);
  return { zh: `${field.label}应晚于${start.label}`, en: `${field.en} must be later than “${start.en}”` };
};

/** The texts that the refusals of a resource need, by reason. */
export const textLines = (names, fields) =>
  periods(fields).map((field) => {
    const { zh, en } = messagesOf(fields, field);
    return `${literal(reasonOf(names, field))}: { 'zh-Hans': ${literal(zh)}, en: ${literal(en)} },`;
  });

const hookSource = (names, fields) =>
  periods(fields).length === 0
    ? ''
    : `  beforeSave(_ctx, draft, current) {
    const row = asSaved<Draft<typeof ${names.name}>>(draft, current);
${periods(fields)
  .map(
    (field) =>
      `    if (row.${field.after} && row.${field.name} && row.${field.name} <= row.${field.after}) throw invalid(${literal(field.name)}, ${literal(reasonOf(names, field))});\n`,
  )
  .join('')}  },
`;

/** The behaviour of a resource: rules over two fields. Empty when the definition says all. */
export function moduleSource({ names, fields }) {
  const hooks = hookSource(names, fields);
  if (hooks === '') return '';
  const used = [
    `import { ${names.name} } from '@kangmai/model';`,
    "import type { Draft } from '@kangmai/resource';",
    "import { asSaved, implement } from '../../engine/public.ts';",
    "import { invalid } from '../../platform/errors.ts';",
  ];
  return `${used.join('\n')}\n\n/** What the definition of ${names.pluralWords} does not say. */\nexport const ${names.name}Code = implement(${names.name}, {\n${hooks}});\n`;
}

const iso = (hour) => `2026-01-31T0${hour}:00:00Z`;
const wireTime = (field, hour) => (field.kind === 'date' ? `2026-01-${20 + hour}` : iso(hour));
const rowTime = (field, hour) =>
  field.kind === 'date' ? literal(`2026-01-${20 + hour}`) : `new Date(${literal(iso(hour))})`;
const startsOf = (fields) => fields.filter(({ name }) => periods(fields).some(({ after }) => after === name));

const fieldValues = (fields, write) =>
  [...startsOf(fields).map((field) => [field, 1]), ...periods(fields).map((field) => [field, 2])]
    .map(([field, hour]) => `${field.name}: ${write(field, hour)}`)
    .join(', ');

/**
 * The sample of a resource whose rules refuse the samples of single fields: a planted row and a body. Empty when not
 * needed.
 */
export const sampleSource = (names, fields) =>
  periods(fields).length === 0
    ? ''
    : `${names.name}: {\nplanted: () => ({ ${fieldValues(fields, rowTime)} }),\nbody: async () => ({ ${fieldValues(fields, (field, hour) => literal(wireTime(field, hour)))} }),\n},`;

/** The values of a valid period, as the body of a call. */
export const periodBody = (fields) => `{ ${fieldValues(fields, (field, hour) => literal(wireTime(field, hour)))} }`;

const actionTests = ({ names, fields, action }) => {
  const states = statesOf(fields);
  const last = states.entries.at(-1);
  const path = literal(`${names.entity}/${capital(action.name)}`);
  return `
test('${action.name} brings a row to ${action.to}', async () => {
  const { id } = await rows.create();
  const { status, text } = await admin.post(${path}, { id });
  expect(status, text).toBe(200);
  expect(await rows.stored(id)).toMatchObject({ ${states.name}: ${literal(action.to)} });
});
${
  last.name === action.to
    ? ''
    : `
test('${action.name} is refused from ${last.name}, and nothing changes', async () => {
  const id = await samples.plant(${names.name}, 'row', { ${states.name}: ${literal(last.name)} });
  const { status, error } = await admin.post(${path}, { id });
  expect({ status, reason: error?.reason }).toEqual({ status: 400, reason: 'state.not-allowed' });
  expect(await rows.stored(id)).toMatchObject({ ${states.name}: ${literal(last.name)} });
});
`
}`;
};

const ruleTests = ({ names, fields }) =>
  periods(fields)
    .map((field) => {
      const { zh, en } = messagesOf(fields, field);
      const start = fields.find(({ name }) => name === field.after);
      return `
test('${field.name} before ${field.after} is refused at its field, in both languages', async () => {
  const body = { ...(await samples.body(${names.name})), ${start.name}: ${literal(wireTime(start, 2))}, ${field.name}: ${literal(wireTime(field, 1))} };
  for (const [language, message] of [
    ['zh-CN', ${literal(zh)}],
    ['en', ${literal(en)}],
  ] as const) {
    const { status, error } = await admin.with({ '.aspnetcore.culture': language }).post('${names.entity}/CreateOrEdit', body);
    expect(status).toBe(400);
    expect(error?.validationErrors).toMatchObject([{ members: [${literal(field.name)}], message }]);
  }
});
`;
    })
    .join('');

const sightTest = ({ names, action, scope }) =>
  scope
    ? `
test('who does not see the person neither sees nor changes the row', async () => {
  const id = await samples.plantApart(${names.name}, 'row');
  const before = await rows.stored(id);
  const nurse = await app.as('nurse', 'Alpha');
  const refused = [403, 404];
  expect(refused).toContain((await nurse.get('${names.entity}/Get${names.entity}ForEdit', { Id: id })).status);
${action ? `  expect(refused).toContain((await nurse.post('${names.entity}/${capital(action.name)}', { id })).status);\n` : ''}  expect(await rows.stored(id)).toEqual(before);
});
`
    : '';

/**
 * The test of a resource over the wire: its action and the state that forbids it, its rules, its sight, its
 * spreadsheets.
 */
export function serverTestSource(parts) {
  const { names } = parts;
  return `import { ${names.name} } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { WireRows } from '@kangmai/testkit/samples-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed, exampleOf, exported, imported, problemsOf } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
let samples: Samples;
let rows: WireRows;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
  rows = new WireRows(${names.name}, admin, samples);
});
afterAll(() => app.close());

test('is saved and listed', async () => {
  const { id } = await rows.create();
  expect(await rows.ids({ IdFilter: id })).toEqual([id]);
});
${parts.action ? actionTests(parts) : ''}${ruleTests(parts)}${sightTest(parts)}
test('the example of its template is imported, and the export holds it', async () => {
  await rows.create();
  const example = await exampleOf(admin, '${names.entity}');
  const batch = await imported(admin, '${names.entity}', [{}, example]);
  expect(await problemsOf(admin, batch), JSON.stringify(example)).toEqual([]);
  expect(await confirmed(admin, batch)).toMatchObject({ state: 'done', writtenRows: 1 });
  const { totalCount } = (await rows.list({})).result;
  expect(await exported(admin, '${names.entity}/Get${names.plural}ToExcel')).toHaveLength(totalCount);
});
`;
}
