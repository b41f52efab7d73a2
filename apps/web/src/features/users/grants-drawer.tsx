import { user as userResource } from '@kangmai/model/organization';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Input, Tree } from 'antd';
import { useMemo, useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { L } from '../../lib/i18n/texts.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { getGrants, resetGrants, saveGrants, type UserGrants } from '../../resource-client/users.ts';
import { EntryDrawer } from '../../ui/entry/entry-dialog.tsx';
import { SaveKey } from '../../ui/entry/form-keys.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { afterTick, permissionNodes, type PermissionNode } from './permission-nodes.ts';
import css from './users.module.css';
import { T } from './users-texts.ts';

interface DrawerProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

type Node = PermissionNode & { readonly children?: Node[] };

const treeHeight = 520;

function Title({ node, isTicked, isByRole }: { node: PermissionNode; isTicked: boolean; isByRole: boolean }) {
  if (isTicked === isByRole) return <span>{node.title}</span>;
  return (
    <span className={css['differs']}>
      {node.title}
      <StatusTag tone={isTicked ? 'success' : 'error'}>{T(isTicked ? 'extra' : 'refused')}</StatusTag>
    </span>
  );
}

function useWrites({ id, onClose }: DrawerProps) {
  const { message } = App.useApp();
  const failed = useFailureNotice();
  const done = (): void => {
    message.success(T('saved'));
    void refreshRows(userResource);
    onClose();
  };
  return {
    save: useMutation({
      mutationFn: (names: readonly string[]) => saveGrants(id, names),
      onSuccess: done,
      onError: (error) => failed(error),
    }),
    reset: useMutation({ mutationFn: () => resetGrants(id), onSuccess: done, onError: (error) => failed(error) }),
  };
}

interface TreeProps {
  readonly given: UserGrants;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (names: ReadonlySet<string>) => void;
  readonly onCancel: () => void;
  readonly props: DrawerProps;
}

function GrantTree({ given, ticked, onTick, onCancel, props }: TreeProps) {
  const { modal } = App.useApp();
  const [word, setWord] = useState('');
  const [unfolded, setUnfolded] = useState<readonly string[]>(['Pages']);
  const byRole = useMemo(() => new Set(given.rolePermissionNames), [given]);
  const nodes = useMemo(() => permissionNodes(given.permissions, word), [given, word]);
  const { save, reset } = useWrites(props);
  const differing = given.permissions.filter(({ name }) => ticked.has(name) !== byRole.has(name)).length;
  const askReset = (): void =>
    void modal.confirm({
      title: T('resetAsk', { name: props.name }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => reset.mutateAsync().catch(() => undefined),
    });
  const renderNode = (node: Node) => (
    <Title node={node} isTicked={ticked.has(node.key)} isByRole={byRole.has(node.key)} />
  );
  return (
    <div className={css['form']}>
      <p className={css['hint']}>{T('grantsHint')}</p>
      <Input
        aria-label={T('findPermission')}
        placeholder={T('findPermission')}
        allowClear
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {nodes.length === 0 ? (
        <EmptyState />
      ) : (
        <Tree<Node>
          aria-label={T('grants')}
          checkable
          checkStrictly
          selectable={false}
          height={treeHeight}
          treeData={nodes as Node[]}
          expandedKeys={word === '' ? [...unfolded] : given.permissions.map(({ name }) => name)}
          onExpand={(keys) => setUnfolded(keys.map(String))}
          checkedKeys={[...ticked]}
          onCheck={(_, { node, checked }) => onTick(afterTick(ticked, node.key, checked))}
          titleRender={renderNode}
        />
      )}
      <div className={css['foot']}>
        <span className={css['hint']} role="status">
          {T('differences', { n: differing })}
        </span>
        <Button onClick={askReset}>{T('reset')}</Button>
        <SaveKey />
        <Button onClick={onCancel}>{L('word.cancel')}</Button>
        <Button type="primary" loading={save.isPending} onClick={() => save.mutate([...ticked])}>
          {L('word.save')}
        </Button>
      </div>
    </div>
  );
}

/** What a user may do, with what differs from the roles. */
export function GrantsDrawer(props: DrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['user-grants', props.id],
    queryFn: ({ signal }) => getGrants(props.id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  return (
    <EntryDrawer
      size={640}
      title={T('grantsOf', { name: props.name })}
      isChanged={changed !== undefined}
      onClose={props.onClose}
    >
      {(leave) =>
        data ? (
          <GrantTree
            given={data}
            ticked={changed ?? new Set(data.grantedPermissionNames)}
            onTick={setChanged}
            onCancel={leave}
            props={props}
          />
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      }
    </EntryDrawer>
  );
}
