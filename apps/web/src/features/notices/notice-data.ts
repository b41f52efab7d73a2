import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { countsKey, queryClient, readerOf } from '../../lib/api/query-client.ts';

import type { LiveEvents } from '@kangmai/model/events';

export type Notice = LiveEvents['getNotification'];
export type ReadState = 'all' | 'unread' | 'read';

interface NoticePage {
  readonly unreadCount: number;
  readonly totalCount: number;
  readonly items: readonly Notice[];
}

const noticesKey = [countsKey, 'notices'] as const;
const stateOf: Readonly<Record<ReadState, number | undefined>> = { all: undefined, unread: 0, read: 1 };
const latest = 8;
const pageSize = 30;

const readPage = (state: ReadState, span: { readonly skip: number; readonly take: number }, signal: AbortSignal) =>
  api.get<NoticePage>(
    'Notification/GetUserNotifications',
    { State: stateOf[state], SkipCount: span.skip, MaxResultCount: span.take },
    { signal },
  );

export const latestNotices = queryOptions({
  queryKey: [...noticesKey, 'latest'],
  queryFn: ({ signal }) => readPage('all', { skip: 0, take: latest }, signal),
});

/** Notices page by page, newest first. */
export const noticePages = (state: ReadState) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey, 'pages', state],
    queryFn: ({ pageParam, signal }) => readPage(state, { skip: pageParam, take: pageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ totalCount }, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return shown < totalCount ? shown : undefined;
    },
  });

export const readNoticesAgain = readerOf(noticesKey);
export const refreshNotices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: noticesKey });

export const markRead = (id: string): Promise<unknown> => api.post('Notification/SetNotificationAsRead', { id });
export const markAllRead = (): Promise<unknown> => api.post('Notification/SetAllNotificationsAsRead', {});
export const removeNotice = (id: string): Promise<unknown> => api.remove('Notification/DeleteNotification', { Id: id });
export const removeReadNotices = (): Promise<unknown> =>
  api.remove('Notification/DeleteAllUserNotifications', { State: 1 });

export interface PurposeSetting {
  readonly name: string;
  readonly displayName: string;
  readonly isSubscribed: boolean;
  readonly isMailed: boolean;
  readonly isLocked: boolean;
}
export interface NoticeSettings {
  readonly receiveNotifications: boolean;
  readonly notifications: readonly PurposeSetting[];
}

export const noticeSettings = queryOptions({
  queryKey: ['noticeSettings'],
  queryFn: ({ signal }) => api.get<NoticeSettings>('Notification/GetNotificationSettings', undefined, { signal }),
  staleTime: 0,
  gcTime: 0,
});
export const saveNoticeSettings = (settings: NoticeSettings): Promise<unknown> =>
  api.put('Notification/UpdateNotificationSettings', settings);
