export { messagesModule } from './module.ts';
export type { Messages } from './messages.ts';
export { platformName, type MessageParams } from './wording.ts';
export type { NewMessage, SendingEnd } from './message-types.ts';
