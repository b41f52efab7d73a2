import type { Config } from '../../platform/config.ts';
import { aliyunSmsDoor } from '../../platform/messages/aliyun-sms.ts';
import { withBreaker } from '../../platform/messages/breaker.ts';
import { smtpDoor } from '../../platform/messages/smtp.ts';
import type { MessageParts } from './message-types.ts';

export function doorsOf(config: Config, now: () => Date): MessageParts['doors'] {
  const { smtpUrl, mailFrom, aliyunSmsKeyId, aliyunSmsKeySecret, aliyunSmsSign, aliyunSmsTemplate } = config;
  return {
    ...(smtpUrl !== undefined &&
      mailFrom !== undefined && {
        mail: withBreaker(smtpDoor({ url: smtpUrl, from: mailFrom }), now),
      }),
    ...(aliyunSmsKeyId !== undefined &&
      aliyunSmsKeySecret !== undefined &&
      aliyunSmsSign !== undefined &&
      aliyunSmsTemplate !== undefined && {
        sms: withBreaker(
          aliyunSmsDoor({
            key: { id: aliyunSmsKeyId, secret: aliyunSmsKeySecret },
            signName: aliyunSmsSign,
            templateCode: aliyunSmsTemplate,
            endpoint: config.aliyunSmsEndpoint,
            now,
          }),
          now,
        ),
      }),
  };
}
