import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Modal, Table } from 'antd';
import { useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { leaveFor } from '../../lib/session/leave-for.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

import { askSwitch, readLinked, unlinkAccount, type LinkedAccount } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';
import { LinkDialog } from './link-dialog.tsx';

import type { DialogProps } from './dialog.types.ts';

const pageSize = 10;

interface LinkedDialogProps extends DialogProps {
  /** Asks about unsaved input; resolves to false when the user stays. */
  mayLeave: () => Promise<boolean>;
}

const fullName = ({ tenancyName, username }: LinkedAccount): string => `${tenancyName ?? A('host')}\\${username}`;

function useAccountMoves(mayLeave: () => Promise<boolean>, reload: () => Promise<void>) {
  const { message, modal, notification } = App.useApp();
  const switchTo = async (account: LinkedAccount): Promise<void> => {
    if (!(await mayLeave())) return;
    try {
      const { switchAccountToken } = await askSwitch(account);
      await leaveFor({ switchAccountToken, tenantId: account.tenantId });
    } catch (error) {
      notification.error({ title: A('switchFailed'), description: failureSentence(error) });
    }
  };
  const unlink = async (account: LinkedAccount): Promise<void> => {
    try {
      await unlinkAccount(account);
      message.success(A('unlinked'));
      await reload();
    } catch (error) {
      notification.error({ title: A('unlinkFailed'), description: failureSentence(error) });
    }
  };
  const askUnlink = (account: LinkedAccount): void => {
    modal.confirm({
      title: A('unlinkSure', { name: fullName(account) }),
      okText: A('unlink'),
      okButtonProps: { danger: true },
      cancelText: L('word.cancel'),
      onOk: () => unlink(account),
    });
  };
  return { switchTo, askUnlink };
}

export function LinkedDialog({ onClose, mayLeave }: LinkedDialogProps) {
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['linkedAccounts', page],
    queryFn: () => readLinked({ maxResultCount: pageSize, SkipCount: (page - 1) * pageSize }),
    placeholderData: keepPreviousData,
  });
  const reload = (): Promise<void> => {
    setPage(1);
    return client.invalidateQueries({ queryKey: ['linkedAccounts'] });
  };
  const { switchTo, askUnlink } = useAccountMoves(mayLeave, reload);
  const columns = [
    { title: A('tenancy'), dataIndex: 'tenancyName', render: (name: string | null) => name ?? A('host') },
    { title: A('userName'), dataIndex: 'username' },
    {
      title: A('actions'),
      key: 'actions',
      width: 200,
      render: (_: unknown, account: LinkedAccount) => (
        <>
          <Button type="link" size="small" onClick={() => void switchTo(account)}>
            {A('switch')}
          </Button>
          <Button type="link" size="small" danger onClick={() => askUnlink(account)}>
            {A('unlink')}
          </Button>
        </>
      ),
    },
  ];
  return (
    <Modal open title={A('linked')} footer={null} width={640} onCancel={onClose}>
      <div className={css['toolbar']}>
        <Button type="primary" onClick={() => setAdding(true)}>
          {A('newLink')}
        </Button>
      </div>
      {error ? (
        <ErrorState title={A('linkedFailed')} message={failureSentence(error)} onRetry={() => void refetch()} />
      ) : (
        <Table<LinkedAccount>
          size="small"
          rowKey={({ tenantId, id }) => `${tenantId ?? 0}.${id}`}
          loading={isPending}
          columns={columns}
          dataSource={[...(data?.items ?? [])]}
          locale={{ emptyText: <EmptyState text={A('linkedNone')} isWaiting={isPending} /> }}
          pagination={{
            current: page,
            pageSize,
            total: data?.totalCount ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setPage,
          }}
        />
      )}
      {isAdding && <LinkDialog onClose={() => setAdding(false)} onLinked={() => void reload()} />}
    </Modal>
  );
}
