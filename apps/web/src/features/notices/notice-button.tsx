import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined';
import { noticesPath } from '@kangmai/model/menu';
import { useQuery } from '@tanstack/react-query';
import { App, Badge, Button, Popover } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { failureSentence } from '../../lib/failure-words.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { latestNotices, readNoticesAgain } from './notice-data.ts';
import { NoticeRows } from './notice-rows.tsx';
import { T } from './notice-texts.ts';
import css from './notices.module.css';
import { useNoticeActions } from './use-notice-actions.ts';

/** The newest notices with what leads on. */
function Shown({ onLeave }: { readonly onLeave: () => void }) {
  const { data, error, refetch } = useQuery(latestNotices);
  const navigate = useNavigate();
  const { open, readAll } = useNoticeActions();
  if (error) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <div className={css['popover']}>
        {data.items.length === 0 ? (
          <EmptyState text={T('none')} />
        ) : (
          <NoticeRows
            notices={data.items}
            onOpen={(notice) => {
              onLeave();
              open(notice);
            }}
          />
        )}
      </div>
      <div className={css['foot']}>
        <Button type="link" size="small" disabled={data.unreadCount === 0} onClick={readAll}>
          {T('readAll')}
        </Button>
        <Button
          type="link"
          size="small"
          onClick={() => {
            onLeave();
            void navigate(noticesPath);
          }}
        >
          {T('more')}
        </Button>
      </div>
    </>
  );
}

/** Shows a notice that just arrived, in the user's language. */
function useArrivals(): void {
  const { notification } = App.useApp();
  const { open } = useNoticeActions();
  useRealtime('getNotification', ({ id }) => {
    void (async () => {
      await readNoticesAgain();
      const notice = queryClient.getQueryData(latestNotices.queryKey)?.items.find((each) => each.id === id);
      if (!notice) return;
      const key = `notice.${id}`;
      const { title, data, severity } = notice.notification;
      const openNotice = (): void => {
        notification.destroy(key);
        open(notice);
      };
      notification[severity > 1 ? 'warning' : 'info']({
        key,
        role: 'status',
        title,
        description: data.message,
        actions: (
          <Button size="small" onClick={openNotice}>
            {T('open')}
          </Button>
        ),
      });
    })();
  });
}

/** Button of the header with the number of unread notices; a click shows the newest. */
export function NoticeButton({ className }: { readonly className?: string }) {
  const { data } = useQuery(latestNotices);
  const [isOpen, setOpen] = useState(false);
  useArrivals();
  const count = data?.unreadCount ?? 0;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={T('title')}
      destroyOnHidden
      content={<Shown onLeave={() => setOpen(false)} />}
    >
      <Button
        type="text"
        className={className ?? ''}
        aria-label={count > 0 ? T('count', { n: count }) : T('title')}
        aria-expanded={isOpen}
        icon={
          <Badge count={count} overflowCount={99} size="small" offset={[2, -4]}>
            <NotificationOutlined className={css['icon'] ?? ''} />
          </Badge>
        }
      />
    </Popover>
  );
}
