import { isOwnPage } from '@kangmai/model/menu';
import { App } from 'antd';
import { useNavigate } from 'react-router';

import { failureSentence } from '../../lib/failure-words.ts';
import { markAllRead, markRead, refreshNotices, removeNotice, removeReadNotices, type Notice } from './notice-data.ts';
import { T } from './notice-texts.ts';

interface NoticeActions {
  readonly open: (notice: Notice) => void;
  readonly readAll: () => void;
  readonly remove: (notice: Notice) => void;
  readonly removeRead: () => void;
}

/** What a user does with notices; a failure is shown, and the list is read again after each change. */
export function useNoticeActions(): NoticeActions {
  const { notification, message, modal } = App.useApp();
  const navigate = useNavigate();
  const change = async (work: Promise<unknown>, done?: string): Promise<void> => {
    try {
      await work;
      if (done !== undefined) message.success(done);
    } catch (error) {
      notification.error({ title: T('failed'), description: failureSentence(error) });
    }
    await refreshNotices();
  };
  return {
    open: (notice) => {
      const { link } = notice.notification;
      if (notice.state === 0) void change(markRead(notice.id));
      if (link !== null && isOwnPage(link)) void navigate(link);
    },
    readAll: () => void change(markAllRead()),
    remove: (notice) => void change(removeNotice(notice.id), T('removed')),
    removeRead: () => {
      modal.confirm({
        title: T('removeAsk'),
        okText: T('remove'),
        okButtonProps: { danger: true },
        onOk: () => change(removeReadNotices(), T('removed')),
      });
    },
  };
}
