import { z } from 'zod';
import { parsePhone } from '@kangmai/domain';
import { call, nothing, type Call, type CallCtx, maskPhone, type Services } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { Messages } from '../messages/public.ts';
import { lockAccount, type Account } from './accounts.ts';
import { own } from './own-account.ts';
import { makeDigits, takeDigits } from './sent-codes.ts';

const purpose = 'phone-verification';
const codeSeconds = 600;

/** The phone number of a form as it is stored; one that is stored already, also masked, stays whatever its form. */
export function phoneToStore(given: string | null | undefined, before: string | null): string | null {
  const text = given?.trim() ?? '';
  if (text === '') return null;
  if (before !== null && (text === before || text === maskPhone(before))) return before;
  const phone = parsePhone(text);
  if (phone === undefined) throw invalid('phoneNumber', 'field.not-phone');
  return phone;
}

const numberOf = ({ phoneNumber }: Account, given: string | null | undefined): string => {
  const phone = phoneToStore(given?.trim() || phoneNumber, phoneNumber);
  if (phone === null) throw notAllowed('phone.missing');
  return phone;
};

async function sendCode(
  parts: { readonly services: Services; readonly messages: Messages },
  ctx: CallCtx,
  given: string | null | undefined,
): Promise<null> {
  const { services, messages } = parts;
  const userId = own(ctx.caller);
  if (!(await services.settings.flag(ctx.tenantId, 'App.UserManagement.SmsVerificationEnabled')))
    throw notAllowed('phone.verification-off');
  const account = await lockAccount(ctx.tx, userId);
  if (!account) throw notAllowed('token.invalid');
  const sentTo = numberOf(account, given);
  if (account.isPhoneConfirmed && sentTo === account.phoneNumber) throw notAllowed('phone.confirmed-already');
  const code = await makeDigits(
    ctx.tx,
    { userId, purpose, sentTo, securityStamp: account.securityStamp, sealer: ctx.sealer },
    codeSeconds,
  );
  await messages.queue(ctx.tx, {
    channel: 'sms',
    purpose: 'phoneVerification',
    recipient: sentTo,
    userId,
    culture: ctx.caller.culture,
    params: { code },
    seconds: codeSeconds,
  });
  return null;
}

/** In a transaction of its own: a wrong try counts although the call is refused. */
async function verify(
  services: Services,
  { caller, tenantId }: Pick<CallCtx, 'caller' | 'tenantId'>,
  given: { readonly code: string; readonly phoneNumber?: string | null | undefined },
): Promise<null> {
  const userId = own(caller);
  const sealer = await services.tenantKeys.of(tenantId);
  const isRight = await services.database.withTenant(tenantId, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return false;
    const sentTo = numberOf(account, given.phoneNumber);
    if (!(await takeDigits(tx, { userId, purpose, sentTo, securityStamp: account.securityStamp, sealer }, given.code)))
      return false;
    await tx.execute(
      'update app_user set phone_number = $3, is_phone_confirmed = true, row_version = row_version + 1 where tenant_id = $1 and id = $2',
      [tenantId, userId, sentTo],
    );
    return true;
  });
  if (!isRight) throw invalid('code', 'login.code-wrong');
  return null;
}

const phoneNumber = z.string().max(32).nullish();

export const phoneCalls = (parts: { readonly services: Services; readonly messages: Messages }): readonly Call[] => [
  call({
    wire: 'POST Profile/SendVerificationSms',
    title: '发送手机验证码',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({ phoneNumber }),
    output: nothing,
    run: (ctx, input) => sendCode(parts, ctx, input.phoneNumber),
  }),
  call({
    wire: 'POST Profile/VerifySmsCode',
    title: '验证手机号',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({ code: z.string().trim().min(1).max(16), phoneNumber }),
    detached: true,
    output: nothing,
    run: (ctx, input) => verify(parts.services, ctx, input),
  }),
];
