import { isNoticePurpose, noticePurposes, type NoticePurposeName } from '@kangmai/model/reference';
import type { LiveEvents } from '@kangmai/model/events';
import type { Culture } from '../../platform/texts/index.ts';

export interface NoticeData {
  readonly params?: Readonly<Record<string, string>>;
  readonly link?: string | null;
}

export interface StoredNotice {
  readonly guid: string;
  readonly name: string;
  readonly severity: number;
  readonly data: NoticeData;
  readonly isRead: boolean;
  readonly createdAt: Date;
}

const filled = (text: string, params: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder);

export function wordsOf(
  name: NoticePurposeName | string,
  params: Readonly<Record<string, string>>,
  culture: Culture,
): { readonly title: string; readonly text: string } {
  if (!isNoticePurpose(name)) return { title: name, text: name };
  const { title, text } = noticePurposes[name];
  return { title: filled(title[culture], params), text: filled(text[culture], params) };
}

export function noticeWords(
  { guid, name, severity, data, isRead, createdAt }: StoredNotice,
  tenantId: number,
  culture: Culture,
): LiveEvents['getNotification'] {
  const params = data.params ?? {};
  const { title, text } = wordsOf(name, params, culture);
  return {
    id: guid,
    tenantId: tenantId === 0 ? null : tenantId,
    state: isRead ? 1 : 0,
    notification: {
      id: guid,
      tenantId: tenantId === 0 ? null : tenantId,
      notificationName: name,
      data: {
        type: 'Abp.Notifications.MessageNotificationData',
        message: text,
        properties: { ...params, Message: text },
      },
      entityType: null,
      entityTypeName: null,
      entityId: null,
      severity,
      creationTime: createdAt.toISOString(),
      title,
      link: data.link ?? null,
    },
  };
}
