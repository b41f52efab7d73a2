import { createHash, createHmac, randomBytes } from 'node:crypto';
import { clock } from './clock.ts';
import type { Entry } from './journal.ts';
import type { Message } from './messages.ts';
import type { SourceKey } from './world.ts';

/** The answer for one item of a delivery. */
export interface ItemAnswer {
  readonly status: string;
  readonly id?: number;
  readonly abnormalLevel?: number;
  readonly reason?: string;
}

/** Headers that prove a source; each call has a nonce of its own. */
export function signed(source: SourceKey, body: Uint8Array): Record<string, string> {
  const timestamp = String(Math.floor(clock.now() / 1000));
  const nonce = randomBytes(12).toString('base64url');
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    'x-source': source.code,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': createHmac('sha256', source.key).update(`${timestamp}.${nonce}.${digest}`).digest('hex'),
  };
}

/** Posts bytes to the readings' door as the source. */
export function post(
  url: string,
  source: SourceKey,
  input: {
    readonly path: 'readings' | 'batches';
    readonly body: Uint8Array;
    readonly headers?: Record<string, string>;
    readonly limitMs?: number;
  },
): Promise<Response> {
  return fetch(`${url}/api/ingest/v1/${input.path}`, {
    method: 'POST',
    body: input.body,
    headers: { 'content-type': 'application/json', ...signed(source, input.body), ...input.headers },
    ...(input.limitMs !== undefined && { signal: AbortSignal.timeout(input.limitMs) }),
  });
}

/** One delivery: a single reading by its own call, else a batch. Throws unless it is acknowledged. */
export async function deliver(
  url: string,
  source: SourceKey,
  messages: readonly Message[],
): Promise<readonly ItemAnswer[]> {
  const [first] = messages;
  const isSingle = messages.length === 1 && first !== undefined;
  const body = Buffer.from(JSON.stringify(isSingle ? first.item : { items: messages.map(({ item }) => item) }));
  const response = await post(url, source, { path: isSingle ? 'readings' : 'batches', body });
  const answer = (await response.json()) as ItemAnswer & { readonly results?: readonly ItemAnswer[] };
  if (response.status >= 300)
    throw new Error(`the delivery was answered ${response.status}: ${JSON.stringify(answer).slice(0, 300)}`);
  return isSingle ? [answer] : (answer.results ?? []);
}

/** What goes into the journal for a delivery that was answered. */
export const entriesOf = (messages: readonly Message[], answers: readonly ItemAnswer[]): Entry[] =>
  messages.map(({ token }, at) => ({
    token,
    status: answers[at]?.status ?? 'unanswered',
    id: answers[at]?.id ?? null,
    ...(answers[at]?.reason !== undefined && { reason: answers[at].reason }),
  }));

/** Delivers until it is answered, as a device's gateway does; gives up after a minute. */
export async function deliverAtLast(
  url: string,
  source: SourceKey,
  messages: readonly Message[],
): Promise<readonly ItemAnswer[]> {
  const until = performance.now() + 60_000;
  for (;;) {
    try {
      return await deliver(url, source, messages);
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
}
