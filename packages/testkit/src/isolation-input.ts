import { model } from '@kangmai/model';
import { jsonKeyOf, kindOf, revealable, type AnyField, type AnyResource, type Fields } from '@kangmai/resource';
import type { Entry } from '@kangmai/server/http/registry';
import { z } from 'zod';
import type { Answer, Client } from './client.ts';
import { firstCode, type Body, type Samples } from './samples.ts';

/** The parameters of a request. */
export interface Request {
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: Body | undefined;
}

/** The row that a request concerns: an id of any type, and the number of a device. */
export interface Subject {
  readonly id: string | number;
  readonly imei: string;
}

const byService = new Map(
  [...model.doors, ...model.resources].map((resource) => [resource.wire.service.toLowerCase(), resource]),
);

/** The resource that a call concerns: its own, or that of its service. */
export const resourceOf = (entry: Entry): AnyResource | undefined =>
  entry.resource ?? byService.get(entry.path.split('/').at(-2)?.toLowerCase() ?? '');

/** A value as written in a query. */
export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Makes a call of an entry. */
export function makeCall(client: Client, entry: Entry, { query, body }: Request): Promise<Answer<unknown>> {
  if (entry.verb === 'GET') return client.get(entry.path, query);
  if (entry.verb === 'DELETE') return client.delete(entry.path, query);
  return entry.verb === 'PUT' ? client.put(entry.path, body, query) : client.post(entry.path, body, query);
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const idKindOf = (name: string): 'id' | 'imei' | undefined => {
  if (/imei/i.test(name)) return 'imei';
  return /(^|_)ids?(filter)?$/i.test(name) ||
    /(user|client|device|row|case|rule|tenant)_?ids?(filter)?$/i.test(name) ||
    /Ids?$/.test(name)
    ? 'id'
    : undefined;
};

function textFor({ format, minLength = 1 }: Schema): string {
  if (format === 'date') return '2026-01-05';
  if (format === 'date-time') return '2026-01-05T00:00:00Z';
  if (format === 'email') return 'somebody@example.com';
  return 'x'.repeat(Math.max(1, minLength));
}

function objectFor(schema: Schema, subject: Subject): Body {
  const required = new Set(schema.required);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name) || idKindOf(name) !== undefined)
      .map(([name, inner]) => [name, valueFor(inner, name, subject)]),
  );
}

function plainFor(schema: Schema): Body[string] {
  const fixed = schema.const ?? schema.enum?.[0];
  if (fixed !== undefined) return fixed as string;
  if (schema.type === 'boolean') return true;
  return schema.type === 'number' || schema.type === 'integer' ? (schema.minimum ?? 1) : textFor(schema);
}

/** A value valid for a schema; ids and device numbers are those of the subject. */
function valueFor(schema: Schema, name: string, subject: Subject): Body[string] {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null');
  if (inner) return valueFor(inner, name, subject);
  if (schema.type === 'array') return [valueFor(schema.items ?? {}, name, subject)];
  if (schema.type === 'object') return objectFor(schema, subject);
  const what = idKindOf(name);
  return what === undefined ? plainFor(schema) : subject[what];
}

function fieldFor(name: string, field: AnyField, subject: Subject): Body[string] {
  if (field.kind === 'ref') return subject.id;
  if (field.kind === 'refs') return [subject.id];
  if (idKindOf(name) !== undefined) return subject[idKindOf(name) ?? 'id'];
  if (field.kind === 'dict') return firstCode((field.options as unknown as { dict: string }).dict);
  return kindOf(field).sample(1, field);
}

const actionBody = (fields: Fields, subject: Subject): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [jsonKeyOf(name, field), fieldFor(name, field, subject)]),
  );

const schemas = new WeakMap<z.ZodType, Schema>();

/** The JSON schema of a call's input, made once. */
function inputSchema(input: z.ZodType): Schema {
  const known = schemas.get(input) ?? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(input, known);
  return known;
}

/** Calls that reveal one masked value. */
export const isReveal = (entry: Entry): boolean => /\/reveal$/i.test(entry.path);

async function callBody(entry: Entry, samples: Samples, subject: Subject): Promise<Body> {
  const resource = resourceOf(entry);
  if (resource && isReveal(entry)) return { id: subject.id, field: revealable(resource)[0] ?? '', reason: '核对身份' };
  if (resource && /\/createoredit$/i.test(entry.path)) return { ...(await samples.body(resource)), id: subject.id };
  return entry.call ? objectFor(inputSchema(entry.call.input), subject) : {};
}

/** Valid arguments for any call, concerning one row. */
export async function requestFor(entry: Entry, samples: Samples, subject: Subject): Promise<Request> {
  const put = (body: Body): Request =>
    entry.verb === 'GET' || entry.verb === 'DELETE'
      ? {
          query: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, wordOf(value)])),
          body: undefined,
        }
      : { query: {}, body };
  if (entry.call) return put(await callBody(entry, samples, subject));
  if (entry.action && entry.resource)
    return put(actionBody(entry.resource.actions[entry.action]?.input ?? {}, subject));
  if (entry.conventional === 'save' && entry.resource)
    return put({ ...(await samples.body(entry.resource)), id: subject.id });
  return entry.conventional && ['edit', 'view', 'get', 'remove'].includes(entry.conventional)
    ? put({ Id: subject.id })
    : put({});
}

const hasId = (schema: Schema): boolean => Object.keys(schema.properties ?? {}).some((name) => idKindOf(name) === 'id');

/** True when a call's arguments can name a row. */
export function takesId(entry: Entry): boolean {
  if (entry.call) return /\/createoredit$/i.test(entry.path) || hasId(inputSchema(entry.call.input));
  if (entry.action && entry.resource)
    return Object.entries(entry.resource.actions[entry.action]?.input ?? {}).some(
      ([name, field]) => field.kind === 'ref' || field.kind === 'refs' || idKindOf(name) === 'id',
    );
  return entry.conventional !== undefined && ['edit', 'view', 'get', 'remove', 'save'].includes(entry.conventional);
}
