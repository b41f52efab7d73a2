import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { inputSchema, listParameters, rowSchema, type AnyResource, type JsonSchema } from '@kangmai/resource';
import { jsonName } from '@kangmai/resource/wire';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Entry } from './registry.ts';

type Schema = JsonSchema;

const envelopeOf = (result: Schema): Schema => ({
  type: 'object',
  properties: {
    result,
    targetUrl: { type: ['string', 'null'] },
    success: { type: 'boolean' },
    error: { oneOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] },
    unAuthorizedRequest: { type: 'boolean' },
    '__abp': { type: 'boolean' },
  },
});

const errorSchema: Schema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    reason: { type: 'string' },
    message: { type: 'string' },
    details: { type: ['string', 'null'] },
    validationErrors: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: { message: { type: 'string' }, members: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

const fileSchema: Schema = {
  type: 'object',
  properties: { fileName: { type: 'string' }, fileType: { type: 'string' }, fileToken: { type: 'string' } },
};
const idParameter: Schema = { name: 'Id', in: 'query', required: true, schema: { type: 'integer' } };

const nameOf = (resource: AnyResource): string => resource.name[0]?.toUpperCase() + resource.name.slice(1);
const rowOf = (resource: AnyResource): Schema => ({ $ref: `#/components/schemas/${nameOf(resource)}` });

function shown(resource: AnyResource): Schema {
  if (!resource.wire.wrap) return rowOf(resource);
  const joins = Object.fromEntries(
    Object.keys(resource.wire.joins).map((name) => [name, { type: ['string', 'number', 'null'] }]),
  );
  return { type: 'object', properties: { [jsonName(resource.wire.entity)]: rowOf(resource), ...joins } };
}

const pageOf = (row: Schema): Schema => ({
  type: 'object',
  properties: { totalCount: { type: 'integer' }, items: { type: 'array', items: row } },
});

/** What a call takes and gives. */
interface Shape {
  readonly parameters?: readonly Schema[];
  readonly body?: Schema;
  readonly result: Schema;
}

function conventionalShape(resource: AnyResource, call: NonNullable<Entry['conventional']>): Shape {
  const one: Shape = { parameters: [idParameter], result: shown(resource) };
  const list: Shape = { parameters: listParameters(resource), result: pageOf(shown(resource)) };
  const input = inputSchema(resource.fields);
  const shapes: Readonly<Record<typeof call, Shape>> = {
    list,
    paged: { ...list, result: pageOf(rowOf(resource)) },
    rows: { ...list, result: { type: 'array', items: rowOf(resource) } },
    edit: one,
    view: one,
    get: { ...one, result: rowOf(resource) },
    remove: { parameters: [idParameter], result: { type: 'null' } },
    save: {
      body: {
        ...input,
        properties: {
          id: { type: ['integer', 'null'] },
          rowVersion: { type: ['integer', 'null'] },
          ...(input['properties'] as Record<string, never>),
        },
      },
      result: { type: 'integer' },
    },
    excel: { parameters: listParameters(resource), result: fileSchema },
  };
  return shapes[call];
}

/** Members of an object schema as query parameters. */
function queryOf(schema: Schema): readonly Schema[] {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: one,
  }));
}

function inputShape(entry: Entry, schema: Schema): Shape {
  return entry.verb === 'GET' || entry.verb === 'DELETE'
    ? { parameters: queryOf(schema), result: {} }
    : { body: schema, result: {} };
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as unknown as Schema;

function shapeOf(entry: Entry): Shape {
  const { resource, call } = entry;
  if (call)
    return {
      ...inputShape(entry, schemaOf(call.input, 'input')),
      result: call.output ? schemaOf(call.output, 'output') : {},
    };
  if (resource && entry.conventional) return conventionalShape(resource, entry.conventional);
  const action = entry.action === undefined ? undefined : resource?.actions[entry.action];
  return action
    ? inputShape(entry, inputSchema(action.input))
    : { result: pageOf({ type: 'object', properties: { id: { type: 'integer' }, displayName: { type: 'string' } } }) };
}

function operation(entry: Entry): Schema {
  const { parameters, body, result } = shapeOf(entry);
  const isOpen = entry.permissions.includes('anonymous');
  const needs = isOpen ? '' : entry.permissions.map((name) => `\`${name}\``).join(' / ');
  const [service = '', action = ''] = entry.path.split('/').slice(-2);
  return {
    tags: [service],
    operationId: `${entry.verb.toLowerCase()}_${service}_${action}`,
    summary: entry.title,
    ...(needs !== '' && { description: needs }),
    ...(parameters && parameters.length > 0 && { parameters: parameters as never }),
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: entry.envelope === 'raw' ? result : envelopeOf(result) } },
      },
      default: { description: 'Refusal', content: { 'application/json': { schema: envelopeOf({ type: 'null' }) } } },
    },
    ...(isOpen ? { security: [] } : {}),
  };
}

/** The API document (OpenAPI 3.1) of every call that is served. */
export function openApi(entries: readonly Entry[], resources: readonly AnyResource[], version: string): object {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const entry of entries) (paths[entry.path] ??= {})[entry.verb.toLowerCase()] = operation(entry);
  return {
    openapi: '3.1.0',
    info: { title: '康脉健康管理平台 API', version },
    servers: [{ url: '/' }, { url: '/apis' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: errorSchema,
        ...Object.fromEntries(resources.map((resource) => [nameOf(resource), rowSchema(resource)])),
      },
    },
  };
}

const page = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>API</title><link rel="icon" href="/api/docs/files/favicon-32x32.png"><link rel="stylesheet" href="/api/docs/files/swagger-ui.css"><script src="/api/docs/theme.js"></script></head>
<body><div id="swagger-ui"></div><script src="/api/docs/files/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

/** The theme of the user of this browser, before anything is drawn. */
const theme = `const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = /(?:^|; )look=(light|dark|system)/.exec(document.cookie)?.[1] ?? 'light';
const paint = () => document.documentElement.classList.toggle('dark-mode', chosen === 'dark' || (chosen === 'system' && system.matches));
paint();
system.addEventListener('change', paint);`;

const starter =
  "window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', validatorUrl: null });";

/** Serves the API document and a page to read and try it; nothing on the page comes from outside or stands inline. */
export async function serveOpenApi(app: FastifyInstance, document: () => object): Promise<void> {
  // As bytes, which all who wait for it share; a text would be copied for each.
  let bytes: Buffer | undefined;
  app.get('/api/openapi.json', (request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(document()));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(bytes);
  });
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.register(fastifyStatic, {
    root: join(files),
    prefix: '/api/docs/files/',
    decorateReply: false,
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-\d+x\d+\.png)$/.test(path),
  });
  app.get('/api/docs', (request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  );
  const script = (name: string, text: string): void =>
    void app.get(`/api/docs/${name}.js`, (request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(text),
    );
  script('theme', theme);
  script('start', starter);
}
