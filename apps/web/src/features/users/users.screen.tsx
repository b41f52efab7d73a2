import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { user } from '@kangmai/model/organization';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Select, Space, Tree } from 'antd';
import { lazy, Suspense, useDeferredValue, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { getRoleNames, getUserForm, getUsers, type UserQuery } from '../../resource-client/users.ts';
import { ImportButton } from '../../resource-screens/list-tools/imports/import-button.tsx';
import { useSheet } from '../../resource-screens/list-tools/use-export.ts';
import { unitEntries } from '../../resource-client/units.ts';
import { Card, Page } from '../../ui/page.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { treeNodes, type TreeNode } from '../../ui/tree-pane/tree-nodes.ts';
import { UserTable } from './user-table.tsx';
import css from './users.module.css';
import { T } from './users-texts.ts';

const UserDrawer = lazy(async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer }));

type Filters = Omit<UserQuery, 'skipCount' | 'maxResultCount'>;
interface View {
  readonly filters: Filters;
  readonly page: number;
  readonly size: number;
}
interface FilterProps {
  readonly filters: Filters;
  readonly onChange: (next: Filters) => void;
}

const users = 'Pages.Administration.Users';
const minute = 60_000;
const states = {
  active: { isActive: true },
  inactive: { isActive: false },
  locked: { onlyLockedUsers: true },
} as const;

const stateOf = ({ isActive, onlyLockedUsers }: Filters): keyof typeof states | undefined =>
  onlyLockedUsers ? 'locked' : isActive === undefined ? undefined : isActive ? 'active' : 'inactive';

function FilterBar({ filters, onChange }: FilterProps) {
  const { data: roles } = useQuery({
    queryKey: ['users', 'roles'],
    queryFn: ({ signal }) => getRoleNames(signal),
    staleTime: minute,
  });
  const changeState = (word: keyof typeof states | undefined): void => {
    const { isActive: _active, onlyLockedUsers: _locked, ...rest } = filters;
    onChange({ ...rest, ...(word && states[word]) });
  };
  const changeRole = (role: number | undefined): void => {
    const { role: _role, ...rest } = filters;
    onChange({ ...rest, ...(role !== undefined && { role }) });
  };
  return (
    <div className={css['filters']} role="search">
      <Input
        className={css['word'] ?? ''}
        aria-label={T('find')}
        placeholder={T('find')}
        allowClear
        maxLength={100}
        value={filters.filter}
        onChange={({ target }) => onChange({ ...filters, filter: target.value })}
      />
      <Select
        className={css['choice'] ?? ''}
        aria-label={T('roles')}
        placeholder={T('allRoles')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={filters.role ?? null}
        onChange={(role: number | null | undefined) => changeRole(role ?? undefined)}
        options={(roles ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <Select
        className={css['choice'] ?? ''}
        aria-label={T('state')}
        placeholder={T('allStates')}
        allowClear
        value={stateOf(filters) ?? null}
        onChange={(word: keyof typeof states | null | undefined) => changeState(word ?? undefined)}
        options={(['active', 'inactive', 'locked'] as const).map((value) => ({ value, label: T(value) }))}
      />
    </div>
  );
}

const noUnit = -1;

function UnitPane({ filters, onChange, nodes }: FilterProps & { readonly nodes: readonly TreeNode[] }) {
  const { organizationUnit, withoutUnit = false, withUnitsBelow = true } = filters;
  const { data: unassigned } = useUsers({ filters: { withoutUnit: true }, page: 1, size: 1 });
  const choose = (id: number): void => {
    const { organizationUnit: _unit, withoutUnit: _without, ...rest } = filters;
    const chosen = id === noUnit ? { withoutUnit: true } : { organizationUnit: id };
    onChange({ ...rest, withUnitsBelow, ...(id !== 0 && chosen) });
  };
  const title = T('count', { what: T('noUnit'), n: unassigned?.totalCount ?? L('word.empty') });
  return (
    <div className={css['tree']}>
      <Checkbox
        checked={withUnitsBelow}
        onChange={({ target }) => onChange({ ...filters, withUnitsBelow: target.checked })}
      >
        {T('withBelow')}
      </Checkbox>
      <Tree<TreeNode>
        aria-label={T('units')}
        blockNode
        defaultExpandAll
        treeData={[
          { key: 0, title: T('allUnits'), children: [...nodes] },
          { key: noUnit, title },
        ]}
        selectedKeys={[withoutUnit ? noUnit : (organizationUnit ?? 0)]}
        onSelect={([key]) => choose(Number(key ?? 0))}
      />
    </div>
  );
}

function useUsers({ filters, page, size }: View) {
  return useQuery({
    queryKey: rowKeys.list(user, { filters, page, size }),
    queryFn: ({ signal }) => getUsers({ ...filters, skipCount: (page - 1) * size, maxResultCount: size }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function UserList({ view, onView }: { readonly view: View; readonly onView: (next: View) => void }) {
  const { page, size } = view;
  const filters = useDeferredValue(view.filters);
  const { data, error, isFetching, refetch } = useUsers({ filters, page, size });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <UserTable
      rows={data?.items ?? []}
      total={data?.totalCount ?? 0}
      isLoading={isFetching}
      page={page}
      size={size}
      onChange={({ sorting, ...next }) => {
        const { sorting: _before, ...rest } = view.filters;
        onView({ ...next, filters: { ...rest, ...(sorting !== undefined && { sorting }) } });
      }}
    />
  );
}

function NewUser() {
  const [isOpen, setOpen] = useState(false);
  if (!useCan(`${users}.Create`)) return null;
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {T('create')}
      </Button>
      {isOpen && (
        <Suspense>
          <UserDrawer id={null} name="" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function ExportUsers({ view }: { readonly view: View }) {
  const { data } = useUsers({ ...view, filters: useDeferredValue(view.filters) });
  const { isPending, mutate } = useSheet(user);
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={isPending}
      onClick={() => mutate({ query: { ...view.filters }, rows: data?.totalCount })}
    >
      {T('export')}
    </Button>
  );
}

export function UsersScreen() {
  const [view, setView] = useState<View>({ filters: {}, page: 1, size: 20 });
  const mayRead = useCan([`${users}.Create`, `${users}.Edit`]);
  const { data: form } = useQuery({
    queryKey: ['users', 'units'],
    queryFn: ({ signal }) => getUserForm(null, signal),
    enabled: mayRead,
    staleTime: minute,
  });
  const nodes = treeNodes(unitEntries(form?.allOrganizationUnits ?? []));
  const change = (filters: Filters): void => setView({ ...view, filters, page: 1 });
  const list = (
    <div className={css['list']}>
      <FilterBar filters={view.filters} onChange={change} />
      <UserList view={view} onView={setView} />
    </div>
  );
  return (
    <Page
      title={T('title')}
      actions={
        <Space>
          <NewUser />
          <ImportButton resource={user} />
          <ExportUsers view={view} />
        </Space>
      }
    >
      <Card>
        {nodes.length === 0 ? (
          list
        ) : (
          <div className={css['pane']}>
            <SplitPane
              leftName={T('units')}
              width={264}
              left={<UnitPane filters={view.filters} onChange={change} nodes={nodes} />}
              right={list}
            />
          </div>
        )}
      </Card>
    </Page>
  );
}
