import { messagePurposes, outgoingMessage } from '@kangmai/model';
import { maskPhone, type ServerModule, type Services } from '../../engine/public.ts';
import { publishLive } from '../../platform/live-relay.ts';
import { makeNotify } from '../notices/public.ts';
import { doorsOf } from './doors.ts';
import { Messages } from './messages.ts';
import type { MessageParts } from './message-types.ts';
import { receiptCall } from './receipt-call.ts';
import { messageTexts } from './texts.ts';
import { wholeTextCall } from './whole-text.ts';

type NoticeEnded = MessageParts['noticeEnded'];

export interface Messenger {
  readonly messages: Messages;
  readonly module: ServerModule;
}

export function messagesModule(services: Services, noticeEnded: NoticeEnded = async () => undefined): Messenger {
  const { config, database, tenantKeys, now, log, settings, bus } = services;
  const doors = doorsOf(config, now);
  const receiptKey = config.aliyunSmsKeySecret;
  const messages: Messages = new Messages({
    database,
    tenantKeys,
    doors,
    settings,
    receiptKey: receiptKey ?? '',
    noticeEnded,
    lost: async (tx, { id, level, recipient, purpose }) => {
      // A user requests codes and links again.
      if (level === null) return;
      await makeNotify(messages)(
        { tx, publish: (event) => publishLive(tx, bus, event) },
        {
          purpose: 'App.MessageNotDelivered',
          to: { holdersOf: outgoingMessage.permission as string },
          params: { recipient: maskPhone(recipient), purpose: messagePurposes.entries[purpose].label },
          link: '/jcpt/rzgl/messages',
          key: `message ${id}`,
        },
      );
    },
    now,
    report: (fault) => log.warn({ part: 'messages', fault }, 'a message was not delivered'),
  });
  return {
    messages,
    module: {
      name: 'messages',
      texts: [messageTexts],
      clocks: [messages.courier],
      calls: [
        wholeTextCall({ services, doors }),
        receiptCall({ database, tenantKeys, now, noticeEnded, receiptKey, courier: messages.courier }),
      ],
    },
  };
}
