import { accessToken } from '../auth-tokens.ts';
import { L } from '../i18n/texts.ts';
import { ApiError, clientError, isAbort } from './api-error.ts';
import { unwrap } from './envelope.ts';
import { closeGate, isGateOpen, whenOpen } from './lock-gate.ts';
import { queryString, type Query } from './query-string.ts';
import { refreshSession } from './refresh.ts';
import { waitForRelogin } from './relogin-gate.ts';
import { baseHeaders, urlOf } from './wire.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  query?: Query;
  /** JSON-able value or FormData. */
  body?: unknown;
  signal?: AbortSignal;
  /** No bearer, no re-login: sign-in and its neighbours. */
  anonymous?: true;
  /** Asked by the lock page: does not wait for the screen to be opened, and a dead session is an error like others. */
  whileLocked?: true;
  /** The server is to answer within so many seconds, also that it cannot do it now. */
  waitSeconds?: number;
}

interface Call extends CallOptions {
  method: Method;
  path: string;
}

const ceilingMs = 3_000_000;
const readRetryMs = [1000, 3000];
const passing = new Set([0, 502, 503, 504]);
const forbiddenListeners = new Set<() => void>();
const leaving = new AbortController();

/** Runs `listener` after every 403 answer: the user's rights may have changed. Returns its removal. */
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

/** The user signs out and the page is about to go: reads end, and none begins any more. Nobody gets an answer to them. */
export const endReads = (): void => leaving.abort();

const isEnded = ({ method, anonymous, whileLocked }: Call): boolean =>
  leaving.signal.aborted && method === 'GET' && !anonymous && !whileLocked;

function signalOf({ method, signal, anonymous, whileLocked }: Call): AbortSignal {
  const signals = [AbortSignal.timeout(ceilingMs)];
  if (signal) signals.push(signal);
  if (method === 'GET' && !anonymous && !whileLocked) signals.push(leaving.signal);
  return AbortSignal.any(signals);
}

function requestInit(call: Call): RequestInit {
  const { method, body, anonymous, waitSeconds } = call;
  const headers = baseHeaders();
  const token = anonymous ? null : accessToken();
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (waitSeconds !== undefined) headers['prefer'] = `wait=${waitSeconds}`;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, signal: signalOf(call) };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  return init;
}

async function attempt(call: Call): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(urlOf(call.path) + queryString(call.query), requestInit(call));
  } catch (error) {
    if (isEnded(call)) return new Promise<never>(() => undefined);
    if (isAbort(error)) throw error;
    throw clientError(0, 'network.unreachable', L(call.method === 'GET' ? 'error.network' : 'error.unknownOutcome'));
  }
  return unwrap(response);
}

async function attemptRepeatedly(call: Call): Promise<unknown> {
  const waits = call.method === 'GET' ? readRetryMs : [];
  for (const wait of waits) {
    try {
      return await attempt(call);
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.has(error.status)) throw error;
      await pause(wait, call.signal);
    }
  }
  return attempt(call);
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
  // The user must see that nothing was stored: a write is never repeated behind a sign-in.
  if (call.method !== 'GET') throw clientError(401, 'session.resubmit', L('session.resubmit'));
  return attemptRepeatedly(call);
}

/** The server says that the screen is locked: a read waits for it to be opened, a write is never repeated unseen. */
async function afterLock(call: Call): Promise<unknown> {
  if (isGateOpen()) closeGate('locked');
  await whenOpen(call.signal);
  if (call.method !== 'GET') throw clientError(403, 'session.resubmit', L('session.unlockedResubmit'));
  return run(call);
}

function afterForbidden(call: Call, error: ApiError): Promise<unknown> {
  if (error.reason === 'session.locked' && !call.whileLocked) return afterLock(call);
  for (const listener of forbiddenListeners) listener();
  throw error;
}

async function run(call: Call): Promise<unknown> {
  if (!call.anonymous && !call.whileLocked) await whenOpen(call.signal);
  const tokenUsed = accessToken();
  try {
    return await attemptRepeatedly(call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return afterForbidden(call, error);
    if (error.status === 401 && !call.anonymous && tokenUsed !== null) return afterExpiry(call, tokenUsed);
    throw error;
  }
}

/**
 * Calls of the server. `path` is `Service/Action` or an absolute path such as `/AbpUserConfiguration/GetAll`.
 * Answers are unwrapped; failures are ApiError. Reads are tried twice more after 1 s and 3 s when the network
 * or a gateway failed; writes are sent once. The answer's type is the caller's word: state the wire's shape.
 */
export const api = {
  get: <T>(path: string, query?: Query, options?: CallOptions): Promise<T> =>
    run({ ...options, method: 'GET', path, ...(query && { query }) }) as Promise<T>,
  post: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    run({ ...options, method: 'POST', path, body }) as Promise<T>,
  put: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    run({ ...options, method: 'PUT', path, body }) as Promise<T>,
  remove: <T>(path: string, query?: Query, options?: CallOptions): Promise<T> =>
    run({ ...options, method: 'DELETE', path, ...(query && { query }) }) as Promise<T>,
};
