import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { decodeBody, parseBody } from './body.ts';
import { rawScope, type DoorProof } from './ingest-door.ts';
import { spellings } from './routes.ts';
import { whenGone } from './when-gone.ts';

export interface DownlinkDoor<D> {
  /** The source that asks; throws when there is none. */
  readonly admit: (proof: DoorProof) => Promise<D>;
  /** Commands for the devices of a source, at once or when some arrive within the time; none after it. */
  readonly fetch: (source: D, waitMs: number, ended: AbortSignal) => Promise<readonly object[]>;
  /** Stores a device's answer to a command. */
  readonly answer: (source: D, commandId: string, body: { readonly [key: string]: unknown }) => Promise<object>;
  /** Ends all waits; called before the server closes, which waits for open requests. */
  readonly stop: () => void;
  readonly log: (fault: unknown) => void;
}

const longestSeconds = 60;

function waitMs(query: unknown): number {
  const given = (query as { readonly wait?: unknown }).wait;
  if (given === undefined || given === '') return 0;
  const seconds = typeof given === 'string' ? Number(given) : Number.NaN;
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestSeconds)
    throw new AppError('invalid', 'ingest.bad-wait', { params: { max: longestSeconds } });
  return seconds * 1000;
}

/** Serves the downlink: a long poll for commands, and their answers. */
export async function serveDownlink<D>(app: FastifyInstance, door: DownlinkDoor<D>): Promise<void> {
  await rawScope(app, door.log, (scope, serve) => {
    const fetch = serve(async (request, reply, raw) => {
      const source = await door.admit({ headers: request.headers, body: raw, ip: request.ip });
      const ended = new AbortController();
      whenGone({ request, reply }, () => ended.abort());
      const commands = await door.fetch(source, waitMs(request.query), ended.signal);
      return reply.header('cache-control', 'no-store').send({ commands });
    });
    const answer = serve(async (request, reply, raw) => {
      const source = await door.admit({ headers: request.headers, body: raw, ip: request.ip });
      const body = raw.length === 0 ? {} : parseBody(decodeBody(raw));
      return reply.send(await door.answer(source, (request.params as { readonly id: string }).id, body));
    });
    for (const url of spellings('/api/ingest/v1/commands')) scope.get(url, fetch);
    for (const url of spellings('/api/ingest/v1/commands/:id/ack')) scope.post(url, answer);
  });
}
