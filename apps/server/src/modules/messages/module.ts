import { messageDefinitions, outgoingMessage } from '@kangmai/model';
import { maskPhone, type ServerModule, type Services } from '../../engine/public.ts';
import { publishLive } from '../../platform/live-relay.ts';
import { makeNotify } from '../notices/public.ts';
import type { ReceiptDoor } from '../../platform/messages/receipt-door.ts';
import { WechatApi } from '../../platform/messages/wechat-api.ts';
import { doorsOf } from './doors.ts';
import { Messages } from './messages.ts';
import type { NoticeParts } from './message-types.ts';
import { receiptCall } from './receipt-call.ts';
import { messageTexts } from './texts.ts';
import { gzhSettingCode } from './wechat/gzh-setting.ts';
import { gzhTemplateCode } from './wechat/gzh-template.ts';
import { type TakeFollower, wechatReceipts } from './wechat/receipt.ts';
import { settingCalls } from './wechat/setting-calls.ts';
import { templateDoor } from './wechat/template-door.ts';
import { gzhTexts } from './wechat/texts.ts';
import { wholeTextCall } from './whole-text.ts';

const withoutNotices: NoticeParts = {
  noticeEnded: async () => undefined,
  unwantedNotices: async () => new Set(),
};

export interface Messenger {
  readonly messages: Messages;
  readonly module: ServerModule;
  readonly wechat: WechatApi;
  /** The door for callbacks of WeChat. */
  readonly receipts: (takeFollower: TakeFollower) => ReceiptDoor;
}

export function messagesModule(services: Services, notices: NoticeParts = withoutNotices): Messenger {
  const { config, database, tenantKeys, now, log, settings, bus } = services;
  const api = new WechatApi(config.wechatEndpoint, now);
  const doors = { ...doorsOf(config, now), template: templateDoor({ api, database, tenantKeys }) };
  const receiptKey = config.aliyunSmsKeySecret;
  const messages: Messages = new Messages({
    database,
    tenantKeys,
    doors,
    settings,
    receiptKey: receiptKey ?? '',
    ...notices,
    lost: async (tx, { id, level, recipient, purpose, channel, noticeIds }) => {
      // A user requests codes and links again; the notice of an alarm takes its next channel.
      if (level === null || (noticeIds.length > 0 && channel !== 'sms')) return;
      await makeNotify(messages)(
        { tx, publish: (event) => publishLive(tx, bus, event) },
        {
          purpose: 'App.MessageNotDelivered',
          to: { holdersOf: outgoingMessage.permission as string },
          params: { recipient: maskPhone(recipient), purpose: messageDefinitions[purpose].label },
          link: '/jcpt/rzgl/messages',
          key: `message ${id}`,
        },
      );
    },
    now,
    report: (fault) => log.warn({ part: 'messages', fault }, 'a message was not delivered'),
  });
  const receipts = { database, tenantKeys, now, ...notices, courier: messages.courier };
  return {
    messages,
    wechat: api,
    receipts: (takeFollower) =>
      wechatReceipts({
        ...receipts,
        takeFollower,
        log: (fault) => log.error({ part: 'messages', fault }, 'a receipt was not taken'),
      }),
    module: {
      name: 'messages',
      texts: [messageTexts, gzhTexts],
      implementations: [gzhSettingCode, gzhTemplateCode],
      clocks: [messages.courier],
      calls: [
        wholeTextCall({ services, doors }),
        receiptCall({ ...receipts, receiptKey }),
        ...settingCalls({ services, api }),
      ],
    },
  };
}
