import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Modal, Table } from 'antd';
import { useDeferredValue, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { addLinks, findLinks, type Choice, type UnitRow } from '../../resource-client/units.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import css from './units.module.css';
import { T } from './units-texts.ts';
import { useChange } from './use-change.ts';

interface PickDialogProps {
  readonly kind: 'users' | 'roles';
  readonly unit: UnitRow;
  readonly onClose: () => void;
}

const size = 10;

/** Finds users, or roles, that are not yet in a unit, and adds the chosen ones. */
export function PickDialog({ kind, unit, onClose }: PickDialogProps) {
  const [word, setWord] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const change = useChange();
  const isUsers = kind === 'users';
  const filter = useDeferredValue(word.trim());
  const query = { organizationUnitId: unit.id, filter, skipCount: (page - 1) * size, maxResultCount: size };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['units', 'candidates', kind, query],
    queryFn: ({ signal }) => findLinks(kind, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const add = async (): Promise<void> => {
    setSaving(true);
    await change(() => addLinks(kind, unit.id, chosen.map(Number)), T('added'));
    onClose();
  };
  return (
    <Modal
      open
      title={T(isUsers ? 'addUsersTo' : 'addRolesTo', { name: unit.displayName })}
      okText={T('add', { n: chosen.length })}
      cancelText={L('word.cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={isSaving}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <div className={css['picker']}>
        <Input
          autoFocus
          aria-label={T(isUsers ? 'findUsers' : 'findRoles')}
          placeholder={T(isUsers ? 'findUsers' : 'findRoles')}
          allowClear
          maxLength={100}
          value={word}
          onChange={({ target }) => {
            setWord(target.value);
            setPage(1);
          }}
        />
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Table<Choice>
            size="small"
            rowKey="value"
            loading={isFetching}
            columns={[{ title: T(isUsers ? 'user' : 'role'), dataIndex: 'name' }]}
            dataSource={[...(data?.items ?? [])]}
            locale={{ emptyText: <EmptyState text={T('noCandidates')} /> }}
            rowSelection={{
              preserveSelectedRowKeys: true,
              selectedRowKeys: [...chosen],
              onChange: (keys) => setChosen(keys.map(String)),
              getCheckboxProps: ({ name }) => ({ 'aria-label': name }) as object,
            }}
            pagination={{
              current: page,
              pageSize: size,
              total: data?.totalCount ?? 0,
              size: 'small',
              showTotal: (n) => T('total', { n }),
              onChange: setPage,
            }}
          />
        )}
      </div>
    </Modal>
  );
}
