import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, tooLarge, unsupported } from '../platform/errors.ts';
import { BodyCount, decodeBody, parseBody } from './body.ts';
import { errorAnswer } from './envelope.ts';
import { cultureOf } from './identify.ts';
import { spellings } from './routes.ts';
import { readableError } from './send-answer.ts';

export interface DoorAnswer {
  readonly status: 'stored' | 'duplicate' | 'ignored' | 'quarantined' | 'rejected';
  readonly id?: number;
  readonly abnormalLevel?: number;
  readonly reason?: string;
  readonly details?: string;
  /** Keys of `values` that were not read. */
  readonly unknownValues?: readonly string[];
  /** Commands wait for the device; the source fetches them by their own call. */
  readonly commandsWait?: true;
}

/** Proof that a delivery comes from a known source: headers, raw body, the sender's address. */
export interface DoorProof {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: Buffer;
  readonly ip: string;
}

export interface IngestDoor<D> {
  /** The source that delivers; throws when there is none. Called before the body is read. */
  readonly admit: (proof: DoorProof) => Promise<D>;
  /** Throws when the source exceeds its rate. */
  readonly take: (items: readonly unknown[], deliverer: D) => Promise<readonly DoorAnswer[]>;
  readonly log: (fault: unknown) => void;
}

const packedLimit = 1_048_576;
const unpackedLimit = 8 * 1_048_576;
const mostItems = 1000;

/** A thousand readings have more members than an ordinary body may. */
const batchLimits = { mostKeys: 100_000 };

const statusOf = (answer: DoorAnswer): number =>
  ({ stored: 201, duplicate: 200, ignored: 200, quarantined: 202, rejected: 400 })[answer.status];

async function unpack(body: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const count = new BodyCount(batchLimits.mostKeys);
  let size = 0;
  for await (const part of Readable.from([body]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    size += part.length;
    count.add(part);
    if (size > unpackedLimit) throw tooLarge('body.too-large', { max: '8 MB' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw unsupported();
  return unpack(bytes).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('invalid', 'body.not-gzip');
  });
}

function itemsOf(body: { readonly [key: string]: unknown }): readonly unknown[] {
  const list = body['items'] ?? body['readings'];
  if (!Array.isArray(list) || list.length === 0 || list.length > mostItems)
    throw new AppError('invalid', 'ingest.bad-batch', { params: { max: mostItems } });
  return list as readonly unknown[];
}

function summary(answers: readonly DoorAnswer[]): object {
  const counts = { stored: 0, duplicate: 0, ignored: 0, quarantined: 0, rejected: 0 };
  for (const { status } of answers) counts[status] += 1;
  const { stored: accepted, ...others } = counts;
  return {
    accepted,
    ...others,
    ...(answers.some(({ commandsWait }) => commandsWait) && { commandsWait: true }),
    results: answers.map((answer, index) => ({ index, ...answer })),
  };
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const readable = readableError(error);
  const answer = errorAnswer(readable ?? new AppError('unavailable', 'server.fault'), cultureOf(request, null));
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
  return reply.code(readable ? answer.status : 500).send(answer.body);
}

type RawHandler = (request: FastifyRequest, reply: FastifyReply, raw: Buffer) => Promise<FastifyReply>;

/** A scope whose handlers get the raw body, for its signature, and whose refusals look like those of every call. */
export async function rawScope(
  app: FastifyInstance,
  log: (fault: unknown) => void,
  routes: (
    scope: FastifyInstance,
    serve: (run: RawHandler) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: packedLimit },
      async (request: FastifyRequest, body: Buffer) => body,
    );
    routes(scope, (run) => async (request, reply) => {
      try {
        return await run(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      } catch (error) {
        if (!readableError(error)) log(error);
        return refuse(error, request, reply);
      }
    });
  });
}

/** Serves deliveries of readings: one per call, or batches of up to a thousand, compressed or not. */
export async function serveIngest<D>(app: FastifyInstance, door: IngestDoor<D>): Promise<void> {
  await rawScope(app, door.log, (scope, serve) => {
    const single = serve(async (request, reply, raw) => {
      const deliverer = await door.admit({ headers: request.headers, body: raw, ip: request.ip });
      const [answer] = await door.take([parseBody(decodeBody(await bodyOf(request)))], deliverer);
      if (!answer) throw new AppError('unavailable', 'server.fault');
      return reply.code(statusOf(answer)).send(answer);
    });
    const batch = serve(async (request, reply, raw) => {
      const deliverer = await door.admit({ headers: request.headers, body: raw, ip: request.ip });
      const items = itemsOf(parseBody(decodeBody(await bodyOf(request), batchLimits)));
      return reply.code(200).send(summary(await door.take(items, deliverer)));
    });
    for (const url of spellings('/api/ingest/v1/readings')) scope.post(url, single);
    for (const url of spellings('/api/ingest/v1/batches')) scope.post(url, { bodyLimit: packedLimit }, batch);
  });
}
