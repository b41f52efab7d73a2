import { gzhEvents, messageStates, outgoingMessage } from '@kangmai/model/platform';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Select, Table } from 'antd';
import { useId, useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { formatSecond } from '../../lib/dates.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { L } from '../../lib/i18n/texts.ts';
import { choiceOptions, toneOf } from '../../resource-screens/field-kinds/choice.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { logsKey } from './gzh-logs-key.ts';
import { T } from './gzh-texts.ts';
import css from './gzh.module.css';

interface Log {
  readonly id: number;
  readonly eventCode: string;
  readonly openId: string;
  readonly sendState: string;
  readonly queuedAt: string;
  readonly deliveredAt: string | null;
  readonly answer: string | null;
  readonly isTest: boolean;
}

const pageSize = 20;

function useLogs(state: string | undefined, page: number) {
  const query = { skipCount: (page - 1) * pageSize, maxResultCount: pageSize, ...(state && { sendState: state }) };
  return useQuery({
    queryKey: [...logsKey, query],
    queryFn: ({ signal }) =>
      api.get<{ readonly totalCount: number; readonly items: Log[] }>('GzhTemplate/GetSendLogs', query, { signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}

const eventWord = (code: string): string => {
  const name = gzhEvents.read(code);
  return name === undefined ? code : choiceLabel(gzhEvents.entries[name]);
};

function StateTag({ code }: { readonly code: string }) {
  const name = messageStates.read(code);
  if (name === undefined) return code;
  const entry = messageStates.entries[name];
  return <StatusTag tone={toneOf(entry)}>{choiceLabel(entry)}</StatusTag>;
}

const time = (at: string | null): string => (at === null ? L('word.empty') : formatSecond(at));

const columns = () => [
  { title: T('queuedAt'), dataIndex: 'queuedAt', width: 170, render: time },
  {
    title: T('event'),
    dataIndex: 'eventCode',
    width: 170,
    render: (code: string, { isTest }: Log) => `${eventWord(code)}${isTest ? T('isTest') : ''}`,
  },
  { title: T('openId'), dataIndex: 'openId', width: 140 },
  { title: T('state'), dataIndex: 'sendState', width: 110, render: (code: string) => <StateTag code={code} /> },
  { title: T('deliveredAt'), dataIndex: 'deliveredAt', width: 170, render: time },
  { title: T('answer'), dataIndex: 'answer', render: (answer: string | null) => answer ?? L('word.empty') },
];

/** What the account sent in the last seven days: states, receipts and the provider's answers. */
export function GzhLogs({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [state, setState] = useState<string>();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useLogs(state, page);
  const choose = (value: string | undefined): void => {
    setState(value);
    setPage(1);
  };
  return (
    <Drawer open title={T('logs')} size={1080} onClose={onClose}>
      <div className={css['pick']}>
        <label htmlFor={id}>{T('state')}</label>
        <Select
          id={id}
          allowClear
          value={state ?? null}
          placeholder={T('everyState')}
          style={{ width: 160 }}
          options={choiceOptions(outgoingMessage.fields.state)}
          onChange={(value: string | null) => choose(value ?? undefined)}
        />
        <span>{T('logsHint')}</span>
      </div>
      {error ? (
        <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />
      ) : (
        <Table<Log>
          size="small"
          rowKey="id"
          loading={isPending}
          locale={{ emptyText: <EmptyState isWaiting={isPending} /> }}
          columns={columns()}
          dataSource={data?.items ?? []}
          pagination={{
            current: page,
            pageSize,
            total: data?.totalCount ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
        />
      )}
    </Drawer>
  );
}
