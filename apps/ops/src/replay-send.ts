import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { RecordedReading } from './replay-file.ts';

/** Where readings are sent and the sender's credentials. */
export interface ReplayTarget {
  /** Address of the server, without a trailing slash. */
  readonly base: string;
  readonly source: string;
  readonly key: string;
  readonly imei: string;
}

export interface ItemResult {
  readonly index: number;
  readonly status: string;
  readonly reason?: string;
  readonly details?: string;
  readonly abnormalLevel?: number;
}

/** The headers by which a source signs a body. */
export function signedHeaders(
  { source, key }: Pick<ReplayTarget, 'source' | 'key'>,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    'content-type': 'application/json',
    'x-source': source,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': createHmac('sha256', key).update(`${timestamp}.${nonce}.${digest}`).digest('hex'),
  };
}

const tries = 5;

async function post(target: ReplayTarget, body: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${target.base}/api/ingest/v1/batches`, {
      method: 'POST',
      body,
      headers: signedHeaders(target, body),
    });
    if ((response.status !== 429 && response.status !== 503) || attempt === tries) return response;
    const seconds = Number(response.headers.get('retry-after') ?? attempt);
    await response.arrayBuffer();
    await new Promise((done) => setTimeout(done, Math.min(30, seconds) * 1000));
  }
}

const reasonOf = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; details?: string } };
    return [error?.message, error?.details].filter(Boolean).join(' ') || text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
};

/**
 * Sends readings in one delivery and returns the result of each. Throws with the server's message when it refuses the
 * delivery.
 */
export async function sendReadings(
  target: ReplayTarget,
  readings: readonly RecordedReading[],
): Promise<readonly ItemResult[]> {
  const items = readings.map(({ kind, measuredAt, values }) => ({
    imei: target.imei,
    dataType: kind,
    measuredAt: new Date(measuredAt).toISOString(),
    values,
  }));
  const response = await post(target, JSON.stringify({ items }));
  const text = await response.text();
  if (!response.ok) throw new Error(`the server answered ${response.status}: ${reasonOf(text)}`);
  return (JSON.parse(text) as { results: readonly ItemResult[] }).results;
}
