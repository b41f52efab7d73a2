import type { Tx } from '../../platform/database/database.ts';
import type { Culture } from '../../platform/texts/index.ts';
import type { Messages } from '../messages/public.ts';
import type { Services } from '../../engine/public.ts';
import { sealLink, type LinkPurpose } from './mail-link-seal.ts';
import { makeCode, type CodePurpose } from './one-time-codes.ts';

export interface LinkMail {
  readonly userId: number;
  readonly emailAddress: string;
  readonly securityStamp: string;
  readonly culture: Culture;
}

interface Kind {
  readonly purpose: Extract<CodePurpose, 'password-reset' | 'email-activation'>;
  readonly message: 'passwordReset' | 'emailActivation';
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
    message: 'passwordReset',
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
const baseOf = ({ publicUrl, host, port }: Services['config']): string =>
  (publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '');

async function sendLink(
  { services, messages }: { readonly services: Services; readonly messages: Messages },
  tx: Tx,
  { kind, mail }: { readonly kind: Kind; readonly mail: LinkMail },
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
    params: { link },
    seconds: kind.seconds,
  });
}

type Parts = Parameters<typeof sendLink>[0];

export const sendReset = (parts: Parts, tx: Tx, mail: LinkMail): Promise<void> =>
  sendLink(parts, tx, { kind: kinds.reset, mail });

/** Sends a link by which the owner of a new account chooses its first password. */
export const sendFirstPassword = (parts: Parts, tx: Tx, mail: LinkMail): Promise<void> =>
  sendLink(parts, tx, { kind: kinds.firstPassword, mail });

/** Sends a link to an address to verify that its owner reads it. */
export const sendActivation = (parts: Parts, tx: Tx, mail: LinkMail): Promise<void> =>
  sendLink(parts, tx, { kind: kinds.activation, mail });
