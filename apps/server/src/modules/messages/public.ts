/** What other areas may use of sending messages. */
export { messagesModule } from './module.ts';
export type { Messages } from './messages.ts';
