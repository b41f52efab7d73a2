import { fieldOf } from '@kangmai/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Flex, Input, Table } from 'antd';
import { useDeferredValue, useState } from 'react';

import { fieldLabel, resourceTitle } from '../../../lib/labels.ts';
import { addMembers, findMembers, membersWord, paneOf, type Candidate } from '../../../resource-client/members.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { EntryDialog } from '../../../ui/entry/entry-dialog.tsx';
import { T } from './members-texts.ts';
import { memberKey, useChange } from './use-change.ts';

import type { MembersProps } from './member-table.tsx';

const size = 10;

interface ListProps extends MembersProps {
  readonly filter: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

function Candidates({ of, target, filter, page, onPage, chosen, onChoose }: ListProps) {
  const query = { filter, skipCount: (page - 1) * size, maxResultCount: size };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: memberKey(of, 'candidates', query),
    queryFn: ({ signal }) => findMembers(of, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <Table<Candidate>
      size="small"
      rowKey="value"
      loading={isFetching}
      columns={[{ title: resourceTitle(target), dataIndex: 'name' }]}
      dataSource={[...(data?.items ?? [])]}
      locale={{ emptyText: <EmptyState text={T('noCandidates')} isWaiting={isFetching} /> }}
      rowSelection={{
        preserveSelectedRowKeys: true,
        selectedRowKeys: [...chosen],
        onChange: (keys) => onChoose(keys.map(String)),
        getCheckboxProps: ({ name }) => ({ 'aria-label': name }) as object,
      }}
      pagination={{
        current: page,
        pageSize: size,
        total: data?.totalCount ?? 0,
        size: 'small',
        showTotal: (n) => T('total', { n }),
        onChange: onPage,
      }}
    />
  );
}

/** Finds rows that are not yet members, and adds the chosen ones. */
export function PickMembers({ onClose, ...props }: MembersProps & { readonly onClose: () => void }) {
  const { of, rowName, target, onChanged } = props;
  const [word, setWord] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const change = useChange(onChanged);
  const { calls } = paneOf(of);
  const what = membersWord(of);
  const fields = calls.finds.map((name) => fieldLabel(name, fieldOf(target, name))).join('、');
  const add = async (): Promise<void> => {
    setSaving(true);
    await change(() => addMembers(of, chosen.map(Number)), T('added'));
    onClose();
  };
  return (
    <EntryDialog
      title={T('addTo', { what, row: rowName })}
      okText={T('add', { n: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={isSaving}
      isChanged={chosen.length > 0}
      onOk={() => void add()}
      onClose={onClose}
    >
      <Flex vertical gap={12}>
        <Input
          autoFocus
          aria-label={T('find', { fields })}
          placeholder={T('find', { fields })}
          allowClear
          maxLength={100}
          value={word}
          onChange={({ target: { value } }) => {
            setWord(value);
            setPage(1);
          }}
        />
        <Candidates
          {...props}
          filter={useDeferredValue(word.trim())}
          page={page}
          onPage={setPage}
          chosen={chosen}
          onChoose={setChosen}
        />
      </Flex>
    </EntryDialog>
  );
}
