import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AnyResource } from '@kangmai/resource';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { Caller } from '../access/caller.ts';
import { jsonName, wireCallOf } from '@kangmai/resource/wire';
import { StreamedPage } from '../engine/crud/conventional.ts';
import { fieldNamed } from '../engine/labels.ts';
import { appErrorOf } from '../platform/database/problems.ts';
import { AppError, invalidFields } from '../platform/errors.ts';
import { errorAnswer, wrapResult } from './envelope.ts';
import type { Entry } from './registry.ts';
import { streamPage } from './stream.ts';
import type { Edge } from './edge.ts';
import { whenGone } from './when-gone.ts';

/** The database ends a transaction that is idle for 30 s. */
const lookMs = 10_000;

const longestMs = 600_000;

/** Aborts an answer whose client reads nothing between two checks, or needs more than ten minutes. */
function watchReader(answer: ServerResponse): NodeJS.Timeout {
  const began = performance.now();
  let before = -1;
  return setInterval(() => {
    const written = answer.socket?.bytesWritten ?? 0;
    const isStalled = answer.writableNeedDrain && written === before;
    if (isStalled || performance.now() - began > longestMs) answer.destroy();
    before = written;
  }, lookMs).unref();
}

/** Streams a list; ends with the answer, or when its client has gone. */
export async function sendStream(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  page: StreamedPage,
): Promise<void> {
  const stream = streamPage(page);
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  const watch = watchReader(reply.raw);
  await new Promise<void>((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
    whenGone({ request, reply }, () => {
      stream.destroy();
      reply.raw.destroy();
      resolve();
    });
    if (!stream.destroyed) void reply.send(stream);
  }).finally(() => clearInterval(watch));
}

const sessionVary =
  'Authorization, Cookie, Abp.TenantId, Abp-TenantId, .AspNetCore.Culture, Accept-Language, Accept-Encoding';

export function sendResult(
  entry: Entry,
  result: unknown,
  input: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const { request, reply } = input;
  if (result instanceof StreamedPage || reply.sent) return reply;
  reply.header('content-type', 'application/json; charset=utf-8');
  const body = JSON.stringify(entry.envelope === 'raw' ? (result ?? null) : wrapResult(result));
  if (!entry.etag) return reply.header('cache-control', 'no-store').send(body);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', sessionVary);
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(body);
}

/** A path as clients write it: `items[2].quantity`. */
const written = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');

/** Where a problem is: an entry of a plain list counts as the list, a member of the row's wrapper as the row's. */
function issuePlace(path: readonly PropertyKey[], resource: AnyResource | undefined): string {
  const plain = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  const isWrapped = plain.length > 1 && resource !== undefined && plain[0] === jsonName(resource.wire.entity);
  return written(isWrapped ? plain.slice(1) : plain);
}

/** An error a caller may act on, naming the resource's fields; any other is an internal fault without details. */
export function readableError(error: unknown, resource?: AnyResource): AppError | undefined {
  if (error instanceof ZodError)
    return invalidFields(
      error.issues.map((issue) => ({
        field: fieldNamed(resource, issuePlace(issue.path, resource)) || 'input',
        reason: issue.code === 'custom' ? issue.message : 'field.bad-format',
      })),
    );
  if (error instanceof AppError) return error;
  return appErrorOf(error);
}

/** Whose fields a refusal names: inputs of an action, or of the one that a call replaces, before the resource's. */
function namesOf({ resource, path }: Entry): AnyResource | undefined {
  const { service = '' } = resource?.wire ?? {};
  const action = Object.values(resource?.actions ?? {}).find((each) =>
    path.endsWith(`/${service}/${wireCallOf(each).action}`),
  );
  return resource && action ? { ...resource, fields: { ...resource.fields, ...action.input } } : resource;
}

export function refuse(
  edge: Edge,
  error: unknown,
  input: {
    readonly entry: Entry;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly culture: Caller['culture'];
  },
): FastifyReply {
  const readable = readableError(error, input.entry.resource);
  if (!readable)
    edge.log.error({ path: input.entry.path, number: numbered(input.reply), fault: faultOf(error) }, 'a call failed');
  else if (/^(22|23514)/.test(codeOf(error)))
    edge.log.warn({ path: input.entry.path, code: codeOf(error) }, 'the database refused what a check should have');
  const answer = errorAnswer(
    readable ?? new AppError('unavailable', 'server.fault'),
    input.culture,
    namesOf(input.entry),
  );
  if (answer.retryAfter !== undefined && readable) input.reply.header('retry-after', String(answer.retryAfter));
  return input.reply
    .code(readable ? answer.status : 500)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer.body));
}

/** Gives an internal fault a number, which both the user and the log see. */
function numbered(reply: FastifyReply): string {
  const number = randomUUID().slice(0, 8);
  reply.header('x-fault-id', number);
  return number;
}

const codeOf = (error: unknown): string => (error instanceof AppError ? '' : ((error as { code?: string }).code ?? ''));

/** What a log may contain of a fault: its place, never a value. */
const faultOf = (error: unknown): object => {
  const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
  return {
    name,
    code,
    at: stack
      ?.split('\n')
      .filter((line) => line.trim().startsWith('at '))
      .slice(0, 6)
      .map((line) => line.trim()),
  };
};
