import { randomUUID } from 'node:crypto';
import { canonicalQuery, signedHeaders, type AliyunKey } from './aliyun-signature.ts';
import { MessageDelayed, MessageRefused, ProviderAway, type MessageDoor } from './door.ts';

export interface AliyunSmsOptions {
  readonly key: AliyunKey;
  /** 短信签名, as approved. */
  readonly signName: string;
  /** 模板CODE of the template for codes, with the one variable `code`. */
  readonly templateCode: string;
  /** The service's address; another one in tests. */
  readonly endpoint: string;
  readonly now: () => Date;
}

const waitMs = 10_000;

/**
 * Answers after which the same message may still be accepted: the service's own faults and its limits per minute and
 * hour.
 */
const passing = /^(isp\.|isv\.BUSINESS_LIMIT_CONTROL$|Throttling|ServiceUnavailable|InternalError)/;

async function codeOf(response: Response): Promise<string> {
  try {
    const { Code } = (await response.json()) as { readonly Code?: unknown };
    if (typeof Code === 'string') return Code;
  } catch {
    // A page of a proxy, or an answer that was cut off.
  }
  throw new ProviderAway(`HTTP ${response.status}`);
}

/** Text messages by Aliyun (SendSms, 2017-05-25). Numbers of the mainland are sent without 86. */
export function aliyunSmsDoor({ key, signName, templateCode, endpoint, now }: AliyunSmsOptions): MessageDoor {
  return {
    send: async ({ recipient, params, template = templateCode, reference }) => {
      const query = {
        PhoneNumbers: recipient.replace(/^(\+|00)86/, ''),
        SignName: signName,
        TemplateCode: template,
        TemplateParam: JSON.stringify(params),
        ...(reference !== undefined && { OutId: reference }),
      };
      const { host: _host, ...headers } = signedHeaders(
        {
          host: new URL(endpoint).host,
          action: 'SendSms',
          version: '2017-05-25',
          query,
          nonce: randomUUID(),
          at: now(),
        },
        key,
      );
      const response = await fetch(`${endpoint}/?${canonicalQuery(query)}`, {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(waitMs),
        redirect: 'error',
      }).catch((cause: unknown) => {
        throw new ProviderAway((cause as Error).name);
      });
      const code = await codeOf(response);
      if (code === 'OK') return;
      if (response.status >= 500) throw new ProviderAway(code);
      throw passing.test(code) ? new MessageDelayed(code) : new MessageRefused(code);
    },
  };
}
