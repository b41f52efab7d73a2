import type { ServerModule, Services } from '../../engine/public.ts';
import { doorsOf } from './doors.ts';
import { Messages } from './messages.ts';
import { messageTexts } from './texts.ts';
import { wholeTextCall } from './whole-text.ts';

export function messagesModule(services: Services): { readonly messages: Messages; readonly module: ServerModule } {
  const { config, database, tenantKeys, now, log } = services;
  const doors = doorsOf(config, now);
  const messages = new Messages({
    database,
    tenantKeys,
    doors,
    now,
    report: (fault) => log.warn({ part: 'messages', fault }, 'a message was not delivered'),
  });
  return {
    messages,
    module: {
      name: 'messages',
      texts: [messageTexts],
      clocks: [messages.courier],
      calls: [wholeTextCall({ services, doors })],
    },
  };
}
