import { measurementKinds } from '@kangmai/domain';
import type { JsonSchema } from '@kangmai/resource';
import { fileUses } from '../platform/picture-rules.ts';

type Schema = JsonSchema;

/** How sources and browsers authenticate at the endpoints besides the calls. */
export const doorSecurity: Readonly<Record<string, Schema>> = {
  sourceToken: { type: 'http', scheme: 'bearer', description: 'static token of a source: <code>.<key>' },
  sourceCode: { type: 'apiKey', in: 'header', name: 'X-Source', description: 'code of the source' },
  sourceTime: { type: 'apiKey', in: 'header', name: 'X-Timestamp', description: 'epoch seconds' },
  sourceNonce: { type: 'apiKey', in: 'header', name: 'X-Nonce', description: 'unique for ten minutes' },
  sourceSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: 'hex HMAC-SHA256(key, timestamp + "." + nonce + "." + hex SHA-256 of the body as sent)',
  },
};

const bySource: readonly Schema[] = [
  { sourceToken: [] },
  { sourceCode: [], sourceTime: [], sourceNonce: [], sourceSignature: [] },
];

const text = (maxLength: number): Schema => ({ type: 'string', maxLength });
const within = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });
const moment: Schema = {
  description: 'ISO 8601, without offset in the zone of the source, or epoch in s, ms, µs or ns',
  anyOf: [text(40), { type: 'number' }],
};

const reading: Schema = {
  type: 'object',
  properties: {
    imei: text(32),
    dataType: { enum: [...measurementKinds, 'heartbeat', 'event'] },
    measuredAt: { ...moment, title: 'time of measurement; that of receipt when left out' },
    values: {
      type: 'object',
      title: 'the figures of the kind, of an event its name; other keys are not read and named in the answer',
    },
    childImei: { ...text(32), title: 'the sub-device that measured' },
    seq: { ...within(0, 2_147_483_647), title: 'revision of the reading; a higher one corrects' },
    messageId: { ...text(64), title: 'unique per source; a repeated message is stored once' },
    userSlot: { ...within(1, 8), title: 'user of a shared device' },
    contact: { enum: ['good', 'poor', 'off'] },
    battery: within(0, 100),
    signal: within(0, 100),
    charging: { type: 'boolean' },
    location: { type: 'object' },
    deviceNow: { ...moment, title: 'the clock of the device when it sent the frame' },
    raw: { ...text(4096), title: 'the original frame' },
  },
  required: ['imei', 'dataType', 'values'],
  additionalProperties: false,
};

const answerMembers: Readonly<Record<string, Schema>> = {
  status: { enum: ['stored', 'duplicate', 'ignored', 'quarantined', 'rejected'] },
  id: { type: 'integer' },
  abnormalLevel: { type: 'integer' },
  reason: { type: 'string' },
  details: { type: 'string' },
  unknownValues: { type: 'array', items: text(40), title: 'keys of values that were not read' },
  commandsWait: { const: true, title: 'commands wait for the device' },
};
const answer: Schema = { type: 'object', properties: answerMembers, required: ['status'] };

const counts = ['accepted', 'duplicate', 'ignored', 'quarantined', 'rejected'];
const batchAnswer: Schema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(counts.map((name): [string, Schema] => [name, { type: 'integer' }])),
    commandsWait: { const: true },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: { index: { type: 'integer' }, ...answerMembers },
        required: ['index', 'status'],
      },
    },
  },
  required: [...counts, 'results'],
};

const command: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    imei: { type: 'string' },
    command: { type: 'string' },
    args: { type: ['object', 'null'] },
    expiresAt: { type: 'string', format: 'date-time' },
    tries: { type: 'integer' },
  },
  required: ['id', 'imei', 'command', 'args', 'expiresAt', 'tries'],
};

const file: Schema = {
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  required: ['file'],
};

interface Door {
  readonly title: string;
  readonly tag: string;
  readonly security?: readonly Schema[];
  readonly parameters?: readonly Schema[];
  readonly body?: { readonly type: string; readonly schema: Schema };
  readonly answers: Readonly<Record<string, Schema>>;
}

const content = (type: string, schema: Schema): Schema => ({ content: { [type]: { schema } } });

function operation({ title, tag, security, parameters, body, answers }: Door, refusal: Schema): Schema {
  return {
    tags: [tag],
    summary: title,
    ...(security && { security }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: content(body.type, body.schema) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]): [string, Schema] => [
          status,
          { description: title, ...content('application/json', schema) },
        ]),
      ),
      default: { description: 'Refusal', ...content('application/json', refusal) },
    },
  };
}

const readingsDoor = '/api/ingest/v1';

const ingestDoors: Readonly<Record<string, Readonly<Record<string, Door>>>> = {
  [`${readingsDoor}/readings`]: {
    post: {
      title: 'one reading of a device',
      tag: 'Ingest',
      security: bySource,
      body: { type: 'application/json', schema: reading },
      answers: { 200: answer, 201: answer, 202: answer, 400: answer },
    },
  },
  [`${readingsDoor}/batches`]: {
    post: {
      title: 'up to a thousand readings of devices',
      tag: 'Ingest',
      security: bySource,
      body: {
        type: 'application/json',
        schema: {
          type: 'object',
          properties: { items: { type: 'array', items: reading, minItems: 1, maxItems: 1000 } },
          required: ['items'],
        },
      },
      answers: { 200: batchAnswer },
    },
  },
  [`${readingsDoor}/commands`]: {
    get: {
      title: 'what waits for the devices of a source',
      tag: 'Ingest',
      security: bySource,
      parameters: [
        {
          name: 'wait',
          in: 'query',
          description: 'seconds to wait for a command',
          schema: { type: 'number', minimum: 0, maximum: 60 },
        },
      ],
      answers: {
        200: { type: 'object', properties: { commands: { type: 'array', items: command } }, required: ['commands'] },
      },
    },
  },
  [`${readingsDoor}/commands/{id}/ack`]: {
    post: {
      title: 'how a device took a command',
      tag: 'Ingest',
      security: bySource,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      body: {
        type: 'application/json',
        schema: {
          type: 'object',
          properties: { result: { enum: ['done', 'refused'] }, reason: { type: 'string' } },
        },
      },
      answers: {
        200: {
          type: 'object',
          properties: { id: { type: 'integer' }, state: { type: 'integer' } },
          required: ['id', 'state'],
        },
      },
    },
  },
};

const uploaded = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const fileToken: Schema = { type: 'string' };
const fileName: Schema = { type: 'string' };
const fileType: Schema = { type: 'string' };
const size: Schema = { type: 'integer' };

const upload = (title: string, body: Schema, result: Schema): Readonly<Record<string, Door>> => ({
  post: { title, tag: 'Files', body: { type: 'multipart/form-data', schema: body }, answers: { 200: result } },
});

const uploads: Readonly<Record<string, Readonly<Record<string, Door>>>> = {
  '/UpLoad/UpLoadFile2': upload(
    'stores a file of a person or a product',
    {
      ...file,
      properties: {
        ...(file['properties'] as Readonly<Record<string, Schema>>),
        fileUse: { enum: [...fileUses] },
        ['client_id']: { type: 'integer' },
      },
    },
    uploaded({
      id: { type: 'string', format: 'uuid' },
      url: { type: 'string' },
      thumbUrl: { type: ['string', 'null'], title: 'a small picture of a picture' },
      fileName,
      fileType,
      contentType: fileType,
      size,
      sha256: { type: 'string' },
    }),
  ),
  '/UpLoad/UpLoadSheet': upload('takes a spreadsheet for an import', file, uploaded({ fileToken, fileName, size })),
};

export function doorPaths(parts: {
  readonly refusal: Schema;
  readonly envelopeOf: (result: Schema) => Schema;
}): Readonly<Record<string, Schema>> {
  const wrapped = (door: Door): Door => ({
    ...door,
    answers: Object.fromEntries(
      Object.entries(door.answers).map(([status, schema]) => [status, parts.envelopeOf(schema)]),
    ),
  });
  const operationsOf = (
    doors: Readonly<Record<string, Readonly<Record<string, Door>>>>,
    of: (door: Door) => Door,
  ): [string, Schema][] =>
    Object.entries(doors).map(([path, verbs]) => [
      path,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, door]): [string, Schema] => [verb, operation(of(door), parts.refusal)]),
      ),
    ]);
  return Object.fromEntries([...operationsOf(ingestDoors, (door) => door), ...operationsOf(uploads, wrapped)]);
}
