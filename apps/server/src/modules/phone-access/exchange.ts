import { setTimeout as pause } from 'node:timers/promises';
import { phonePurposes } from '@kangmai/model';
import { z } from 'zod';
import { call, type Call, type CallCtx, whole } from '../../engine/public.ts';
import { addressKey } from '../../platform/address-key.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { requireOpenTenant } from '../identity/public.ts';
import { codeSeconds, lockedLink, makeCode, type PhoneLink, spendCode } from './codes.ts';
import { openLinkToken } from './link-token.ts';
import type { PhoneParts } from './parts.ts';

/** Answers to a request for a code take a multiple of this, whatever becomes of it. */
const stepMs = 400;
const sessionMs = 2 * 3_600_000;
const linkToken = z.string().min(1).max(400);

async function sendCode({ services, messages }: PhoneParts, ctx: CallCtx, token: string): Promise<void> {
  const opened = openLinkToken(services.tokens, token);
  if (!opened) return;
  const { tenantId, digest } = opened;
  const sealer = await services.tenantKeys.of(tenantId);
  const now = services.now();
  await services.database.withTenant(tenantId, async (tx) => {
    await requireOpenTenant(tx, now);
    const link = await lockedLink(tx, digest, now);
    if (!link?.isLiving || link.isUsed || link.isExpired) return;
    const phone = sealer.open(link.phoneSealed);
    const code = await makeCode(tx, { link, phone, address: addressKey(ctx.caller.ip), sealer, now });
    if (code === undefined) return;
    await messages.queue(tx, {
      channel: 'sms',
      purpose: 'phoneVerification',
      recipient: phone,
      userId: link.createdBy,
      culture: ctx.caller.culture,
      params: { code },
      seconds: codeSeconds,
    });
  });
}

/** Ends at a multiple of the step, so that the time says nothing about the link. */
async function inEvenTime(work: Promise<void>): Promise<void> {
  const begun = performance.now();
  await work;
  const spent = performance.now() - begun;
  await pause(Math.ceil(Math.max(spent, 1) / stepMs) * stepMs - spent);
}

type Refused = 'code' | 'used' | 'expired' | 'revoked';

interface Exchanged {
  readonly accessToken: string;
  readonly expiresAt: Date;
  readonly purpose: string;
}

function refusedBy(link: PhoneLink): Refused | undefined {
  if (link.isUsed) return 'used';
  if (link.isExpired) return 'expired';
  return link.isLiving ? undefined : 'revoked';
}

interface Given {
  readonly digest: string;
  readonly code: string;
}

/** One try; a wrong code is counted although the call is refused, so nothing is thrown here. */
async function tryExchange({ services }: PhoneParts, tx: Tx, { digest, code }: Given): Promise<Refused | Exchanged> {
  const now = services.now();
  await requireOpenTenant(tx, now);
  const link = await lockedLink(tx, digest, now);
  if (!link) return 'code';
  const refused = refusedBy(link);
  if (refused) return refused;
  const sealer = await services.tenantKeys.of(tx.tenantId);
  if (!(await spendCode(tx, { link, sealer, code, now }))) return 'code';
  const expiresAt = new Date(Math.min(now.getTime() + sessionMs, link.expiresAt.getTime()));
  const accessToken = await services.phoneSessions.begin(tx, { linkId: link.id, expiresAt });
  return accessToken === undefined ? 'used' : { accessToken, expiresAt, purpose: link.purpose };
}

async function exchange(parts: PhoneParts, { linkToken: token, smsCode }: { linkToken: string; smsCode: string }) {
  const { services } = parts;
  const opened = openLinkToken(services.tokens, token);
  const found =
    opened &&
    (await services.database.withTenant(opened.tenantId, (tx) =>
      tryExchange(parts, tx, { digest: opened.digest, code: smsCode }),
    ));
  if (found === undefined || found === 'code') throw invalid('smsCode', 'phone-access.code');
  if (typeof found === 'string') throw notAllowed(`phone-access.${found}`);
  const { accessToken, expiresAt, purpose } = found;
  const expireInSeconds = Math.round((expiresAt.getTime() - services.now().getTime()) / 1000);
  return { accessToken, expireInSeconds, purpose: phonePurposes.names.find((name) => name === purpose) ?? 'booking' };
}

/** The calls of a phone page without a session: link and code are the proof. */
export const exchangeCalls = (parts: PhoneParts): readonly Call[] => [
  call({
    wire: 'POST PhoneAccess/SendCode',
    title: '手机链接：发送验证码',
    permission: 'anonymous',
    input: z.object({ linkToken }),
    output: z.object({ seconds: whole }),
    bodyOnly: ['linkToken'],
    cost: 10,
    detached: true,
    async run(ctx, input) {
      const report = (fault: unknown): void =>
        parts.services.log.warn({ part: 'phone-access', fault }, 'a code could not be sent');
      await inEvenTime(sendCode(parts, ctx, input.linkToken).catch(report));
      return { seconds: codeSeconds };
    },
  }),
  call({
    wire: 'POST PhoneAccess/ExchangeToken',
    title: '手机链接：换取访问令牌',
    permission: 'anonymous',
    input: z.object({ linkToken, smsCode: z.string().trim().min(1).max(16) }),
    output: z.object({ accessToken: z.string(), expireInSeconds: whole, purpose: z.enum(phonePurposes.names) }),
    bodyOnly: ['linkToken', 'smsCode'],
    cost: 5,
    detached: true,
    run: (_ctx, input) => exchange(parts, input),
  }),
];
