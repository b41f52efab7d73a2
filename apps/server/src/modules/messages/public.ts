export { messagesModule } from './module.ts';
export type { Messages } from './messages.ts';
