import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CallCtx } from '../engine/crud/call-ctx.ts';
import { conflict, notAllowed } from '../platform/errors.ts';
import type { CallInput, Entry } from './registry.ts';

const keptMs = 24 * 60 * 60_000;
/** Longer answers are not kept; a repetition is then refused. */
const longestAnswer = 65_536;

/** Whether a call can be repeated by key: a write in one transaction, by somebody signed in. */
export const isRepeatable = ({ writes, detached, open }: Entry): boolean => writes && !detached && !open;

/** The `Idempotency-Key` of a write; undefined when there is none, or the call cannot be repeated by key. */
export function repeatKeyOf({ headers }: FastifyRequest, entry: Entry): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || !isRepeatable(entry)) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) throw notAllowed('request.bad-key');
  return key;
}

interface Kept {
  readonly digest: string;
  readonly answer: { readonly sealed?: string } | null;
}

/** The stored answer of the same request; refuses another request under the same key. */
function answerAgain(ctx: CallCtx, kept: Kept | undefined, digest: string): unknown {
  if (kept?.digest !== digest) throw conflict('request.key-used');
  if (kept.answer?.sealed === undefined) throw conflict('request.done');
  return JSON.parse(ctx.sealer.open(Buffer.from(kept.answer.sealed, 'base64')));
}

/**
 * Runs a write once for a key of its user, in the transaction of its effect: a repetition within 24 hours gets the
 * stored answer, and waits for it while the first one runs. A refused write leaves nothing and may be tried again.
 */
export async function onceForKey(
  ctx: CallCtx,
  { entry, call, key }: { readonly entry: Entry; readonly call: CallInput; readonly key: string },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { phone, userId } = ctx.caller;
  const ownKey = `${phone ? `phone ${phone.sessionId}` : (userId ?? 0)} ${key}`;
  const request = JSON.stringify([entry.verb, entry.path, call.query.all, call.body.all]);
  const digest = createHash('sha256').update(request).digest('base64');
  const now = ctx.now();
  const taken = await ctx.tx.one(
    `insert into request_key as k (tenant_id, key, request_digest, created_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, key) do update set request_digest = excluded.request_digest, answer = null, created_at = excluded.created_at where k.created_at <= $5
     returning 1 as taken`,
    [ctx.tenantId, ownKey, digest, now, new Date(now.getTime() - keptMs)],
  );
  if (!taken) {
    const kept = await ctx.tx.one<Kept>(
      'select request_digest as digest, answer from request_key where tenant_id = $1 and key = $2',
      [ctx.tenantId, ownKey],
    );
    return answerAgain(ctx, kept, digest);
  }
  const result = await run();
  const text = JSON.stringify(result ?? null);
  const answer = text.length > longestAnswer ? {} : { sealed: ctx.sealer.seal(text).toString('base64') };
  await ctx.tx.execute('update request_key set answer = $3 where tenant_id = $1 and key = $2', [
    ctx.tenantId,
    ownKey,
    JSON.stringify(answer),
  ]);
  return result;
}
