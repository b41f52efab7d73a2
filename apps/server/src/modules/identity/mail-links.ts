import { z } from 'zod';
import { requireSelf } from '../../access/caller.ts';
import { call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { addressKey } from '../../platform/address-key.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { Messages } from '../messages/public.ts';
import { findAccount, lockAccount, type Account } from './accounts.ts';
import { sendActivation, sendReset } from './activation.ts';
import { BackOff } from './back-off.ts';
import { openLink } from './mail-link-seal.ts';
import { takeCode, wasMadeOften, type CodePurpose } from './one-time-codes.ts';

interface Parts {
  readonly services: Services;
  readonly messages: Messages;
}

/** The owner of an address; user names that look like an address do not count. */
async function ownerOf({ tx }: CallCtx, emailAddress: string): Promise<Account | undefined> {
  const account = await findAccount(tx, emailAddress);
  return account && account.isActive && account.emailAddress.toLowerCase() === emailAddress.toLowerCase()
    ? account
    : undefined;
}

const emailInput = z.object({ emailAddress: z.string().trim().min(1).max(256) });

/** Always the same answer, so that nobody learns which addresses are known. At most one mail a minute and ten a day. */
const mailCall = (given: {
  readonly wire: string;
  readonly title: string;
  readonly purpose: CodePurpose;
  readonly send: (tx: CallCtx, account: Account) => Promise<void>;
  readonly isWanted: (account: Account) => boolean;
}): Call => {
  const addresses = new BackOff({ free: 20, longest: 60 });
  return call({
    wire: given.wire,
    title: given.title,
    permission: 'anonymous',
    input: emailInput,
    output: nothing,
    run: async (ctx, { emailAddress }) => {
      requireSelf(ctx.caller);
      addresses.begin(addressKey(ctx.caller.ip));
      const account = await ownerOf(ctx, emailAddress);
      await lockAccount(ctx.tx, account?.id ?? 0);
      if (
        account &&
        given.isWanted(account) &&
        !(await wasMadeOften(ctx.tx, { userId: account.id, purpose: given.purpose }))
      )
        await given.send(ctx, account);
      return null;
    },
  });
};

async function activate(
  services: Services,
  given: { readonly tenantId: number; readonly userId: number; readonly code: string },
): Promise<null> {
  const isRight = await services.database.withTenant(given.tenantId, async (tx) => {
    const account = await lockAccount(tx, given.userId);
    if (!account) return false;
    if (
      !(await takeCode(tx, {
        userId: account.id,
        purpose: 'email-activation',
        code: given.code,
        securityStamp: account.securityStamp,
        sentTo: account.emailAddress,
      }))
    )
      return false;
    await tx.execute(
      'update app_user set is_email_confirmed = true, row_version = row_version + 1 where tenant_id = $1 and id = $2',
      [given.tenantId, account.id],
    );
    return true;
  });
  if (!isRight) throw notAllowed('token.invalid');
  return null;
}

export function mailLinkCalls(parts: Parts): readonly Call[] {
  const mailOf = ({ caller }: CallCtx, { id, emailAddress, securityStamp }: Account) => ({
    userId: id,
    emailAddress,
    securityStamp,
    culture: caller.culture,
  });
  return [
    mailCall({
      wire: 'POST Account/SendPasswordResetCode',
      title: '忘记密码',
      purpose: 'password-reset',
      isWanted: () => true,
      send: (ctx, account) => sendReset(parts, ctx.tx, mailOf(ctx, account)),
    }),
    mailCall({
      wire: 'POST Account/SendEmailActivationLink',
      title: '发送邮箱确认链接',
      purpose: 'email-activation',
      isWanted: ({ isEmailConfirmed }) => !isEmailConfirmed,
      send: (ctx, account) => sendActivation(parts, ctx.tx, mailOf(ctx, account)),
    }),
    call({
      wire: 'POST Account/ActivateEmail',
      title: '确认邮箱',
      permission: 'anonymous',
      detached: true,
      input: z.object({
        userId: z.coerce.number().int().nullish(),
        confirmationCode: z.string().max(512).nullish(),
        c: z.string().max(2048).nullish(),
      }),
      output: nothing,
      run: ({ caller }, { c, userId, confirmationCode }) => {
        requireSelf(caller);
        const link = c
          ? openLink(parts.services, c, 'email activation link')
          : { tenantId: caller.tenantId, userId: userId ?? 0, code: confirmationCode ?? '' };
        return activate(parts.services, link);
      },
    }),
  ];
}
