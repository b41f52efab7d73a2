import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';
import { doorsOf } from './doors.ts';
import { Messages } from './messages.ts';

/** Sends what the product has to say to people who are not at its screens. */
export function messagesModule({ config, database, now, log }: Services): { readonly messages: Messages; readonly module: ServerModule } {
  const messages = new Messages({ database, doors: doorsOf(config, now), now, report: (fault) => log.warn({ part: 'messages', fault }, 'a message was not delivered') });
  return { messages, module: { name: 'messages', clocks: [messages.courier] } };
}
