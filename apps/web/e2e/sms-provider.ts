import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider of short messages on this machine, which keeps what it is sent. */
export interface SmsProvider {
  /** What the product needs to send by it. */
  readonly env: Readonly<Record<string, string>>;
  /** The newest code that was sent to a number. */
  readonly codeOf: (phone: string) => string | undefined;
  readonly stop: () => void;
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const codes = new Map<string, string>();
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://provider').searchParams;
    const params = JSON.parse(asked.get('TemplateParam') ?? '{}') as { readonly code?: string };
    if (params.code !== undefined) codes.set(asked.get('PhoneNumbers') ?? '', params.code);
    response.setHeader('content-type', 'application/json').end('{"Code":"OK"}');
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    env: {
      ALIYUN_SMS_KEY_ID: 'test-key',
      ALIYUN_SMS_KEY_SECRET: 'test-secret',
      ALIYUN_SMS_SIGN: '测试',
      ALIYUN_SMS_TEMPLATE: 'SMS_1',
      ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    codeOf: (phone) => codes.get(phone),
    stop: () => void server.close(),
  };
}
