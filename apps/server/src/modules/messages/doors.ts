import type { Config } from '../../platform/config.ts';
import { aliyunSmsDoor } from '../../platform/messages/aliyun-sms.ts';
import { smtpDoor } from '../../platform/messages/smtp.ts';
import type { MessageParts } from './message-types.ts';

export function doorsOf(config: Config, now: () => Date): MessageParts['doors'] {
  const { smtpUrl, mailFrom, aliyunSmsKeyId, aliyunSmsKeySecret, aliyunSmsSign, aliyunSmsTemplate } = config;
  return {
    ...(smtpUrl !== undefined && mailFrom !== undefined && { mail: smtpDoor({ url: smtpUrl, from: mailFrom }) }),
    ...(aliyunSmsKeyId !== undefined &&
      aliyunSmsKeySecret !== undefined &&
      aliyunSmsSign !== undefined &&
      aliyunSmsTemplate !== undefined && {
        sms: aliyunSmsDoor({
          key: { id: aliyunSmsKeyId, secret: aliyunSmsKeySecret },
          signName: aliyunSmsSign,
          templateCode: aliyunSmsTemplate,
          endpoint: config.aliyunSmsEndpoint,
          now,
        }),
      }),
  };
}
