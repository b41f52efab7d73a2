import { z } from 'zod';
import { call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { Messages } from '../messages/public.ts';
import { lockAccount, type Account } from './accounts.ts';
import { own } from './own-account.ts';
import { makeDigits, takeDigits } from './sent-codes.ts';

const purpose = 'phone-verification';
const codeSeconds = 600;

/** A number that receives text messages: digits, optionally with a country code. */
export const isPhone = (text: string): boolean => /^(\+|00)?\d{5,15}$/.test(text);

const numberOf = (account: Account, given: string | null | undefined): string => {
  const phone = given?.trim() || (account.phoneNumber ?? '');
  if (phone === '') throw notAllowed('phone.missing');
  if (!isPhone(phone)) throw invalid('phoneNumber', 'field.bad-format');
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
