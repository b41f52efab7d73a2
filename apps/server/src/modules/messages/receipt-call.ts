import { z } from 'zod';
import { call, type Call } from '../../engine/public.ts';
import { forbidden } from '../../platform/errors.ts';
import { messageOf } from './receipts.ts';
import { type ReceiptParts, takeReceipt } from './take-receipt.ts';

interface Parts extends ReceiptParts {
  /** None without a provider, which then sends no receipts. */
  readonly receiptKey: string | undefined;
}

/** SmsReport of Aliyun, HTTP batch push: one entry a message; `out_id` is what we gave when we sent it. */
const report = z.object({
  success: z.union([z.boolean(), z.literal('true'), z.literal('false')]),
  ['err_code']: z.string().max(200).nullish(),
  ['out_id']: z.string().max(256).nullish(),
});
const input = z.object({ items: z.array(report).min(1).max(1000) });
const output = z.object({ code: z.number(), msg: z.string() });

/** Takes the receipts whose reference this server made; a request without any of them is refused. */
async function takeAll(parts: Parts, { items }: z.output<typeof input>): Promise<z.output<typeof output>> {
  const { receiptKey } = parts;
  const known = items.flatMap((given) => {
    const place = receiptKey === undefined ? undefined : messageOf(receiptKey, given['out_id'] ?? '');
    return place ? [{ place, given }] : [];
  });
  if (known.length === 0) throw forbidden('message.receipt');
  for (const { place, given } of known) {
    const isDelivered = String(given.success) === 'true';
    await takeReceipt(parts, { ...place, ...(!isDelivered && { problem: given['err_code'] ?? 'NOT_DELIVERED' }) });
  }
  return { code: 0, msg: '成功' };
}

export const receiptCall = (parts: Parts): Call =>
  call({
    wire: 'POST /api/messages/receipt/aliyun',
    title: '短信送达回执',
    permission: 'anonymous',
    input,
    output,
    envelope: 'raw',
    detached: true,
    run: (_ctx, given) => takeAll(parts, given),
  });
