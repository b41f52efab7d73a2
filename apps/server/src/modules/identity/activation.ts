import { localMinute } from '@kangmai/domain';
import type { CallCtx, Services } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Culture } from '../../platform/texts/index.ts';
import { type MessageParams, type Messages, platformName } from '../messages/public.ts';
import { accounts } from './account-table.ts';
import { findTenant } from './accounts.ts';
import { sealLink, type LinkPurpose } from './mail-link-seal.ts';
import { makeCode, type CodePurpose } from './one-time-codes.ts';

export interface LinkMail {
  readonly userId: number;
  readonly emailAddress: string;
  readonly securityStamp: string;
  readonly culture: Culture;
}

export interface Welcome {
  readonly creator: string;
  readonly organisation: string;
  readonly zone: string;
}

interface Kind {
  readonly purpose: Extract<CodePurpose, 'password-reset' | 'email-activation'>;
  readonly message: 'accountCreated' | 'passwordReset' | 'emailActivation';
  readonly seal: LinkPurpose;
  readonly page: string;
  readonly seconds: number;
}

const kinds = {
  reset: {
    purpose: 'password-reset',
    message: 'passwordReset',
    seal: 'password reset link',
    page: '/account/reset-password',
    seconds: 3600,
  },
  firstPassword: {
    purpose: 'password-reset',
    message: 'accountCreated',
    seal: 'password reset link',
    page: '/account/reset-password',
    seconds: 24 * 3600,
  },
  activation: {
    purpose: 'email-activation',
    message: 'emailActivation',
    seal: 'email activation link',
    page: '/account/confirm-email',
    seconds: 24 * 3600,
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** Never the address of the request: the sender of a request must not choose where a link in a mail leads. */
export const baseOf = ({ publicUrl, host, port }: Services['config']): string =>
  (publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '');

async function sendLink(
  { services, messages }: { readonly services: Services; readonly messages: Messages },
  tx: Tx,
  { kind, mail, about }: { readonly kind: Kind; readonly mail: LinkMail; readonly about?: Partial<MessageParams> },
): Promise<void> {
  const { userId, securityStamp, emailAddress, culture } = mail;
  const code = await makeCode(tx, {
    userId,
    purpose: kind.purpose,
    securityStamp,
    seconds: kind.seconds,
    sentTo: emailAddress,
  });
  const link = `${baseOf(services.config)}${kind.page}?c=${sealLink(services, { tenantId: tx.tenantId, userId, code }, kind.seal)}`;
  await messages.queue(tx, {
    channel: 'mail',
    purpose: kind.message,
    recipient: emailAddress,
    userId,
    culture,
    params: { ...about, link },
    seconds: kind.seconds,
  });
}

type Parts = Parameters<typeof sendLink>[0];

export const sendReset = (parts: Parts, tx: Tx, mail: LinkMail): Promise<void> =>
  sendLink(parts, tx, { kind: kinds.reset, mail });

export async function welcomeFrom(ctx: CallCtx): Promise<Welcome> {
  const { caller, tx } = ctx;
  const self = ctx
    .from(accounts, 'u')
    .select('u.fullName')
    .where('u.id', '=', caller.userId ?? 0);
  const [creator, tenant] = await Promise.all([ctx.first(self), findTenant(tx)]);
  const organisation = tenant?.name ?? platformName[caller.culture];
  return { creator: creator?.fullName ?? caller.userName, organisation, zone: caller.zone };
}

export function sendFirstPassword(
  parts: Parts,
  tx: Tx,
  { zone, ...mail }: LinkMail & Welcome & { readonly userName: string },
): Promise<void> {
  const { userName, creator, organisation } = mail;
  const kind = kinds.firstPassword;
  const until = localMinute(parts.services.now().getTime() + kind.seconds * 1000, zone);
  return sendLink(parts, tx, { kind, mail, about: { userName, creator, organisation, until } });
}

/** Sends a link to an address to verify that its owner reads it. */
export const sendActivation = (parts: Parts, tx: Tx, mail: LinkMail): Promise<void> =>
  sendLink(parts, tx, { kind: kinds.activation, mail });
