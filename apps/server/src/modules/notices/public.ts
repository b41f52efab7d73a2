export { makeNotify } from './notify.ts';
export type { Notice, NoticeWriter, Notify, Receivers } from './notify.ts';
export { unreadOf } from './unread.ts';
