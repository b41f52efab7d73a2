import { accessToken } from '../auth-tokens.ts';
import { L } from '../i18n/texts.ts';
import { ApiError, clientError, isAbort } from './api-error.ts';
import { unwrap } from './envelope.ts';
import { keyOfWrite } from './write-keys.ts';
import { closeGate, isGateOpen, whenOpen } from './lock-gate.ts';
import { queryString, type Query } from './query-string.ts';
import { refreshSession } from './refresh.ts';
import { waitForRelogin } from './relogin-gate.ts';
import { baseHeaders, urlOf } from './wire.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  query?: Query;
  /** Value for JSON, or FormData. */
  body?: unknown;
  signal?: AbortSignal;
  /** Without token and without re-login, as for sign-in. */
  anonymous?: true;
  /** A call of the lock page: does not wait for the unlock. */
  whileLocked?: true;
  /** The sign-out: sent once and at once; an expired session is an ordinary error. */
  endsSession?: true;
  /** A write that the server does once, however often it is sent: it is repeated when the connection is lost. */
  once?: true;
  /** Seconds within which the server must answer, even if only that it is busy. */
  waitSeconds?: number;
}

interface Call extends CallOptions {
  method: Method;
  path: string;
  /** Sent with every try of a `once` call. */
  key?: string;
}

const ceilingMs = 3_000_000;
const readRetryMs = [1000, 3000];
const passing = new Set([0, 502, 503, 504]);
const forbiddenListeners = new Set<() => void>();
const leaving = new AbortController();

/** Runs `listener` after every 403, because permissions may have changed. Returns the unsubscribe function. */
export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener);
  return () => forbiddenListeners.delete(listener);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('aborted', 'AbortError'));
    });
  });
}

/** Before signing out: aborts reads and starts no more; their promises stay pending. */
export const endReads = (): void => leaving.abort();

/** Waits while the screen is locked. */
const mustWait = ({ anonymous, whileLocked, endsSession }: Call): boolean => !anonymous && !whileLocked && !endsSession;

const endsOnLeaving = (call: Call): boolean => call.method === 'GET' && mustWait(call);

function signalOf(call: Call): AbortSignal {
  const signals = [AbortSignal.timeout(ceilingMs)];
  if (call.signal) signals.push(call.signal);
  if (endsOnLeaving(call)) signals.push(leaving.signal);
  return AbortSignal.any(signals);
}

function requestInit(call: Call): RequestInit {
  const { method, body, anonymous, waitSeconds, key } = call;
  const headers = baseHeaders();
  const token = anonymous ? null : accessToken();
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (waitSeconds !== undefined) headers['prefer'] = `wait=${waitSeconds}`;
  if (key !== undefined) headers['idempotency-key'] = key;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, signal: signalOf(call) };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  return init;
}

async function fetchOnce(call: Call): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(urlOf(call.path) + queryString(call.query), requestInit(call));
  } catch (error) {
    if (leaving.signal.aborted && endsOnLeaving(call)) return new Promise<never>(() => undefined);
    if (isAbort(error)) throw error;
    throw clientError(0, 'network.unreachable', L(call.method === 'GET' ? 'error.network' : 'error.unknownOutcome'));
  }
  return unwrap(response);
}

async function attemptRepeatedly(call: Call): Promise<unknown> {
  const waits = (call.method === 'GET' && !call.endsSession) || call.key !== undefined ? readRetryMs : [];
  for (const wait of waits) {
    try {
      return await fetchOnce(call);
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.has(error.status)) throw error;
      await pause(wait, call.signal);
    }
  }
  return fetchOnce(call);
}

async function afterExpiry(call: Call, tokenUsed: string | null): Promise<unknown> {
  const isRenewedMeanwhile = accessToken() !== null && accessToken() !== tokenUsed;
  if (isRenewedMeanwhile || (await refreshSession())) {
    try {
      return await attemptRepeatedly(call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
  }
  if (!isGateOpen()) throw clientError(401, 'session.ended', L('session.ended'));
  const outcome = await waitForRelogin();
  if (outcome === 'left') throw clientError(401, 'session.ended', L('session.ended'));
  // A write is never repeated after a sign-in: the user must see that nothing was stored.
  if (call.method !== 'GET') throw clientError(401, 'session.resubmit', L('session.resubmit'));
  return attemptRepeatedly(call);
}

/** The server says that the screen is locked: reads wait for the unlock, writes fail. */
async function afterLock(call: Call): Promise<unknown> {
  if (isGateOpen()) closeGate('locked');
  await whenOpen(call.signal);
  if (call.method !== 'GET') throw clientError(403, 'session.resubmit', L('session.unlockedResubmit'));
  return callServer(call);
}

function afterForbidden(call: Call, error: ApiError): Promise<unknown> {
  if (error.reason === 'session.locked' && mustWait(call)) return afterLock(call);
  for (const listener of forbiddenListeners) listener();
  throw error;
}

async function callServer(call: Call): Promise<unknown> {
  if (mustWait(call)) await whenOpen(call.signal);
  const tokenUsed = accessToken();
  try {
    return await attemptRepeatedly(call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return afterForbidden(call, error);
    if (error.status === 401 && !call.anonymous && !call.endsSession && tokenUsed !== null)
      return afterExpiry(call, tokenUsed);
    throw error;
  }
}

/** Sends a write; one with `once` carries a key, the same one when its outcome stayed unknown before. */
async function send(call: Call): Promise<unknown> {
  if (!call.once) return callServer(call);
  const { key, settle } = keyOfWrite(JSON.stringify([call.method, call.path, call.body]));
  try {
    const result = await callServer({ ...call, key });
    settle();
    return result;
  } catch (error) {
    if (!(error instanceof ApiError) || !passing.has(error.status)) settle();
    throw error;
  }
}

/**
 * Calls the server. `path` is `Service/Action` or an absolute path such as `/AbpUserConfiguration/GetAll`. Throws
 * ApiError. Reads and writes with `once` are retried after 1 s and 3 s on network and gateway errors; other writes are
 * sent once. The caller states the type of the result.
 */
export const api = {
  get: <T>(path: string, query?: Query, options?: CallOptions): Promise<T> =>
    callServer({ ...options, method: 'GET', path, ...(query && { query }) }) as Promise<T>,
  post: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    send({ ...options, method: 'POST', path, body }) as Promise<T>,
  put: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    send({ ...options, method: 'PUT', path, body }) as Promise<T>,
  remove: <T>(path: string, query?: Query, options?: CallOptions): Promise<T> =>
    callServer({ ...options, method: 'DELETE', path, ...(query && { query }) }) as Promise<T>,
};
