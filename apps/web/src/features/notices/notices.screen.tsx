import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { Suspense, useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { latestNotices, noticePages, type ReadState } from './notice-data.ts';
import { NoticeRows } from './notice-rows.tsx';
import { T } from './notice-texts.ts';
import { useNoticeActions } from './use-notice-actions.ts';

const SettingsDialog = lazyPart(async () => (await import('./notice-settings-dialog.tsx')).NoticeSettingsDialog);

const states: readonly ReadState[] = ['all', 'unread', 'read'];

function Notices({ state }: { readonly state: ReadState }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(noticePages(state));
  const { open, remove } = useNoticeActions();
  if (error && !data) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const notices = data.pages.flatMap(({ items }) => items);
  if (notices.length === 0) return <EmptyState text={T(state === 'unread' ? 'noneUnread' : 'none')} />;
  return (
    <>
      <NoticeRows notices={notices} onOpen={open} onRemove={remove} />
      {hasNextPage && (
        <Button block type="text" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {T('older')}
        </Button>
      )}
    </>
  );
}

export function NoticesScreen() {
  const [state, setState] = useState<ReadState>('all');
  const [isSetting, setSetting] = useState(false);
  const { data } = useQuery(latestNotices);
  const { readAll, removeRead } = useNoticeActions();
  const unread = data?.unreadCount ?? 0;
  const labelOf = (each: ReadState): string => (each === 'unread' && unread > 0 ? `${T(each)} ${unread}` : T(each));
  return (
    <Page
      title={T('title')}
      actions={
        <>
          <Button disabled={unread === 0} onClick={readAll}>
            {T('readAll')}
          </Button>
          <Button disabled={data?.totalCount === unread} onClick={removeRead}>
            {T('removeRead')}
          </Button>
          <Button icon={<SettingOutlined aria-hidden />} onClick={() => setSetting(true)}>
            {T('settings')}
          </Button>
        </>
      }
    >
      <Card>
        <Segmented
          aria-label={T('title')}
          value={state}
          options={states.map((value) => ({ value, label: labelOf(value) }))}
          onChange={setState}
        />
        <Notices key={state} state={state} />
      </Card>
      {isSetting && (
        <Suspense>
          <SettingsDialog onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
