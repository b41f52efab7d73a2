import { createHash, timingSafeEqual } from 'node:crypto';
import type { ReceiptDoor, ReceiptRequest } from '../../../platform/messages/receipt-door.ts';
import { addressKey } from '../../../platform/address-key.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { RateLimit } from '../../../platform/rate-limit.ts';
import { type ReceiptParts, takeReceipt } from '../take-receipt.ts';
import { accountOf } from './account.ts';
import { eventOf, type FollowerEvent, type SentEvent, textReply } from './event-xml.ts';

export interface FollowerCallback {
  readonly tenantId: number;
  readonly event: FollowerEvent;
  /** What the provider signed; the same again is a repeated callback. */
  readonly signed: string;
  readonly body: string;
}

/** Takes what a follower did; answers with a text for the follower. */
export type TakeFollower = (callback: FollowerCallback) => Promise<string | undefined>;

interface Parts extends ReceiptParts {
  readonly database: Pick<Database, 'withTenant' | 'tenantsEverywhere' | 'directory'>;
  readonly log: (fault: unknown) => void;
  readonly takeFollower: TakeFollower;
}

const freshSeconds = 300;
/** A receipt may arrive before the number of its message is stored: the provider sends it again. */
const earlySeconds = 30;
const findSql = 'select id from outgoing_message where tenant_id = $1 and provider_ref = $2';

const textOf = ({ query }: ReceiptRequest, name: string): string => {
  const value = query[name];
  return typeof value === 'string' ? value : '';
};

export const refused = (): AppError => forbidden('message.receipt');

function isSignedBy(token: string, request: ReceiptRequest): boolean {
  const signed = [token, textOf(request, 'timestamp'), textOf(request, 'nonce')].toSorted().join('');
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const own = createHash('sha1').update(signed).digest('hex');
  return timingSafeEqual(digest(own), digest(textOf(request, 'signature')));
}

/** The tenant whose token signed a request of the last minutes; the same refusal for every other request. */
async function tenantOf({ database, tenantKeys, now }: Parts, request: ReceiptRequest): Promise<number> {
  const tenantId = Number(/^[1-9]\d{0,14}$/.exec(textOf(request, 'account'))?.[0] ?? 0);
  const age = Math.abs(now().getTime() / 1000 - Number(textOf(request, 'timestamp') || Number.NaN));
  if (tenantId === 0 || !(age <= freshSeconds)) throw refused();
  const known = await database.directory((tx) =>
    tx.one('select 1 as known from dir_tenant where tenant_id = $1', [tenantId]),
  );
  if (!known) throw refused();
  const sealer = await tenantKeys.of(tenantId);
  const account = await database.withTenant(tenantId, (tx) => accountOf(tx, sealer));
  if (!account || !isSignedBy(account.token, request)) throw refused();
  return tenantId;
}

const receiptProblem = (status: string): string => status.slice(0, 200) || 'NOT_DELIVERED';

async function takeSent(parts: Parts, tenantId: number, { messageId: reference, status, createdAt }: SentEvent) {
  const row = await parts.database.withTenant(tenantId, (tx) => tx.one<{ id: number }>(findSql, [tenantId, reference]));
  if (row) {
    const isDelivered = status === 'success';
    await takeReceipt(parts, { tenantId, messageId: row.id, ...(!isDelivered && { problem: receiptProblem(status) }) });
  } else if (parts.now().getTime() / 1000 - createdAt < earlySeconds)
    throw new AppError('unavailable', 'message.receipt-early', { retryAfterSeconds: 1 });
}

const signedParts = ['signature', 'timestamp', 'nonce'] as const;

async function take(parts: Parts, request: ReceiptRequest): Promise<string> {
  const tenantId = await tenantOf(parts, request);
  const { body } = request;
  const event = eventOf(body);
  if (event && 'openId' in event) {
    const signed = signedParts.map((name) => textOf(request, name)).join(' ');
    const text = await parts.takeFollower({ tenantId, event, signed, body });
    return text === undefined ? 'success' : textReply(event, text, Math.floor(parts.now().getTime() / 1000));
  }
  if (event) await takeSent(parts, tenantId, event);
  return 'success';
}

async function prove(parts: Parts, request: ReceiptRequest): Promise<string> {
  await tenantOf(parts, request);
  const echo = textOf(request, 'echostr');
  if (!/^\w{1,64}$/.test(echo)) throw refused();
  return echo;
}

/** Callbacks of WeChat: whether each template message reached its reader, and what followers do. */
export function wechatReceipts(parts: Parts): ReceiptDoor {
  const limit = new RateLimit({ burst: 300, perSecond: 50 });
  const limited =
    (run: (by: Parts, request: ReceiptRequest) => Promise<string>) =>
    async (request: ReceiptRequest): Promise<string> => {
      limit.require(addressKey(request.ip));
      return run(parts, request);
    };
  return { prove: limited(prove), take: limited(take), log: parts.log };
}
