export { messagesModule } from './module.ts';
export type { Messages } from './messages.ts';
export { platformName, type MessageParams } from './wording.ts';
export type { NewMessage, SendingEnd } from './message-types.ts';
export { accountOf, type AccountParts } from './wechat/account.ts';
export { codeOfFault, wordsOfCode } from './wechat/answer-words.ts';
export { publishedMenu } from './wechat/menu-calls.ts';
export { replyOf } from './wechat/menu.ts';
export { refused, type FollowerCallback, type TakeFollower } from './wechat/receipt.ts';
