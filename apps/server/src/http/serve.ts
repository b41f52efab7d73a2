import type { FastifyReply, FastifyRequest } from 'fastify';
import { Members, type Given } from '@kangmai/resource';
import type { Caller } from '../access/caller.ts';
import { mayOf } from '../access/ctx.ts';
import { inTenant } from '../access/in-tenant.ts';
import { requirePermission } from '../access/require-permission.ts';
import type { TenantState } from '../access/session.ts';
import { withRepositories, type CallCtx, type WaitingClient } from '../engine/crud/call-ctx.ts';
import { StreamedPage } from '../engine/crud/conventional.ts';
import type { Lane } from '../platform/database/database.ts';
import { AppError, notAllowed, rateLimited } from '../platform/errors.ts';
import { requireKeepable } from './body.ts';
import { browserCookie, browserOf } from './browser-cookie.ts';
import { cultureOf, identify, type Identity } from './identify.ts';
import type { CallInput, Entry } from './registry.ts';
import { keepSheet } from './read-upload.ts';
import { onceForKey, repeatKeyOf } from './repeats.ts';
import { readableError, refuse, sendResult, sendStream } from './send-answer.ts';
import { whenGone } from './when-gone.ts';
import type { Edge } from './edge.ts';

function requireTenant(state: TenantState | undefined, entry: Entry): void {
  if (!state) return;
  if (!state.isActive) throw new AppError('unauthenticated', 'tenant.inactive');
  if (state.expired) throw new AppError('unauthenticated', 'tenant.closed');
  if (state.readOnly && entry.writes && !entry.inWaitingDays) throw notAllowed('tenant.expired');
}

const objectOf = (value: unknown): Given => (value !== null && typeof value === 'object' ? (value as Given) : {});

const noInput: CallInput = { query: Members.of({}), body: Members.of({}) };

function inputOf(request: FastifyRequest): CallInput {
  const [query, body] = [objectOf(request.query), objectOf(request.body)];
  requireKeepable(query);
  requireKeepable(body);
  return { query: Members.ofQuery(query), body: Members.of(body) };
}

/** A context without a transaction, for calls that open transactions themselves. */
async function detachedCtx(edge: Edge, caller: Caller, client: WaitingClient): Promise<CallCtx> {
  const sealer = await edge.surroundings.sealerOf(caller.tenantId);
  const refuse = (): never => {
    throw new Error('this call has no transaction');
  };
  const tx = {
    query: refuse,
    one: refuse,
    execute: refuse,
    pages: refuse,
    withCommit: refuse,
    afterCommit: refuse,
    tenantId: caller.tenantId,
  };
  const ctx = withRepositories(
    {
      caller,
      tx,
      sealer,
      model: edge.surroundings.model,
      tenantId: caller.tenantId,
      now: edge.surroundings.now,
      today: () => edge.surroundings.dayOf(edge.surroundings.now(), caller.zone),
      check: {
        now: edge.surroundings.now,
        regions: edge.surroundings.regions,
        toInstant: (text) => edge.surroundings.toInstant(text, caller.zone),
      },
      can: mayOf(caller),
      searches: { has: refuse },
      emit: refuse,
      publish: refuse,
    },
    edge.planOf,
  );
  return { ...ctx, client };
}

interface ServedCall {
  readonly identity: Identity;
  readonly call: CallInput;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The connections on which a streamed answer is read. */
  readonly lane?: Lane;
}

/** Whether the client is still connected, and how long it wants to wait (`Prefer: wait=SECONDS`, RFC 7240). */
function waitingClient({ request, reply }: ServedCall): WaitingClient {
  const left = new AbortController();
  whenGone({ request, reply }, () => left.abort());
  const seconds = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/i.exec(String(request.headers['prefer'] ?? ''))?.[1];
  return { gone: left.signal, longestMs: seconds === undefined ? undefined : Number(seconds) * 1000 };
}

/** A streamed answer holds its connection while the client reads, so it must run in the export lane. */
class NeedsTurn extends Error {}

function answered(edge: Edge, entry: Entry, input: ServedCall): Promise<unknown> {
  const { call, request, reply, lane } = input;
  const { caller } = input.identity;
  const key = repeatKeyOf(request, entry);
  return inTenant(edge.surroundings, { caller, isReading: entry.isReading, ...(lane && { lane }) }, async (part) => {
    const ctx = withRepositories(part, edge.planOf);
    const run = (): Promise<unknown> => entry.run(ctx, call);
    const result = await (key === undefined ? run() : onceForKey(ctx, { entry, call, key }, run));
    if (!(result instanceof StreamedPage)) return result;
    if (lane === undefined) throw new NeedsTurn('a long list waits for its turn');
    // A streamed answer is read inside its transaction.
    await sendStream({ request, reply }, result);
    return result;
  });
}

const retryAfterSeconds = 30;

/**
 * Reads a long list on the export connections, at most two of a user at once. Slow readers hold no ordinary connection.
 */
async function inTurn(edge: Edge, entry: Entry, input: ServedCall): Promise<unknown> {
  const { gate, waitMs } = edge.exportTurns;
  const { tenantId, userId } = input.identity.caller;
  const { gone, longestMs = waitMs } = waitingClient(input);
  const until = AbortSignal.any([AbortSignal.timeout(Math.min(waitMs, longestMs)), gate.closed, gone]);
  const result = await gate.pass(`${tenantId} ${userId ?? 0}`, until, () =>
    answered(edge, entry, { ...input, lane: 'export' }),
  );
  if (result === undefined) throw rateLimited(retryAfterSeconds, 'list.too-many-long');
  return result;
}

async function work(edge: Edge, entry: Entry, input: ServedCall): Promise<unknown> {
  if (entry.detached)
    return entry.run(await detachedCtx(edge, input.identity.caller, waitingClient(input)), input.call);
  try {
    return await answered(edge, entry, input);
  } catch (error) {
    if (!(error instanceof NeedsTurn)) throw error;
    return inTurn(edge, entry, input);
  }
}

/** A sign-in knows the browser that it comes from. */
const withBrowser = (identity: Identity, request: FastifyRequest): Identity => ({
  ...identity,
  caller: { ...identity.caller, browser: browserOf(request) },
});

/** The input of a call that takes a spreadsheet: with the token and the other fields of its body. */
async function withSheet(edge: Edge, entry: Entry, input: ServedCall): Promise<ServedCall> {
  const { request, call, identity } = input;
  if (!entry.call?.takesSheet || !request.isMultipart()) return input;
  const { fileToken, fields } = await keepSheet(request, { tempFiles: edge.tempFiles, caller: identity.caller });
  return { ...input, call: { ...call, body: call.body.with({ ...Object.fromEntries(fields), fileToken }) } };
}

function auditCall(
  edge: Edge,
  entry: Entry,
  seen: {
    readonly identity: Identity | undefined;
    readonly call: CallInput;
    readonly startedAt: number;
    readonly error: AppError | undefined;
  },
): void {
  const caller = seen.identity?.caller;
  if (!caller || (caller.userId === null && !caller.phone)) return;
  const [service = '', method = ''] = entry.path.split('/').slice(-2);
  edge.audit.add({
    caller,
    service,
    method,
    parameters: [...Object.keys(seen.call.query.all), ...Object.keys(seen.call.body.all)].slice(0, 50),
    durationMs: performance.now() - seen.startedAt,
    exception: seen.error?.reason ?? null,
    at: edge.surroundings.now(),
  });
}

/**
 * Serves a call: identifies the caller, checks permission, runs one transaction, sends the result in its envelope,
 * records the call.
 */
export async function serveCall(
  edge: Edge,
  entry: Entry,
  { request, reply }: Pick<ServedCall, 'request' | 'reply'>,
): Promise<FastifyReply> {
  const startedAt = performance.now();
  let call = noInput;
  let identity: Identity | undefined;
  let refused: AppError | undefined;
  try {
    call = inputOf(request);
    identity = await identify(request, edge.identity, entry);
    if (entry.call?.marksBrowser) identity = withBrowser(identity, request);
    edge.limits.require(identity.caller, entry);
    requireTenant(identity.tenant, entry);
    requirePermission(identity.caller, entry.permissions);
    const result = await work(edge, entry, await withSheet(edge, entry, { identity, call, request, reply }));
    edge.limits.succeeded(identity.caller, entry);
    if (entry.call?.marksBrowser)
      reply.header('set-cookie', browserCookie(identity.caller.browser ?? '', edge.isSecure));
    return sendResult(entry, result, { request, reply });
  } catch (error) {
    refused = readableError(error, entry.resource);
    return refuse(edge, error, {
      entry,
      request,
      reply,
      culture: identity?.caller.culture ?? cultureOf(request, null),
    });
  } finally {
    edge.observe({
      path: entry.path,
      method: entry.verb,
      status: reply.statusCode,
      seconds: (performance.now() - startedAt) / 1000,
    });
    auditCall(edge, entry, { identity, call, startedAt, error: refused });
  }
}
