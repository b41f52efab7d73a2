import { createTransport } from 'nodemailer';
import { MessageDelayed, MessageRefused, ProviderAway, type MessageDoor } from './door.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:587, or smtps:// where the connection begins encrypted. */
  readonly url: string;
  /** Address of the sender, with or without a name: `康脉 <no-reply@example.com>`. */
  readonly from: string;
}

const waitMs = 10_000;

interface SmtpFault {
  readonly code?: string;
  readonly responseCode?: number;
}

function faultOf(error: unknown): MessageRefused | MessageDelayed {
  const { code = 'unknown', responseCode } = error as SmtpFault;
  const word = responseCode === undefined ? code : `${code} ${responseCode}`;
  // 5xx is final (RFC 5321, 4.2.1), except a refused sign-in, which the operator must fix.
  if (responseCode === undefined) return new ProviderAway(word);
  return responseCode >= 500 && code !== 'EAUTH' ? new MessageRefused(word) : new MessageDelayed(word);
}

/** Mail by SMTP. On port 587 and 25 the connection is encrypted where the server offers it. */
export function smtpDoor({ url, from }: SmtpOptions): MessageDoor {
  const transport = createTransport(
    {
      url,
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      socketTimeout: 3 * waitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async ({ recipient, subject, body }) => {
      try {
        await transport.sendMail({
          to: { name: '', address: recipient },
          subject: subject ?? '',
          text: body,
          textEncoding: 'base64',
        });
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}
