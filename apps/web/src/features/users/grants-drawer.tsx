import { user as userResource } from '@kangmai/model/organization';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { L } from '../../lib/i18n/texts.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { dropDraft, useDraft } from '../../resource-client/use-draft.ts';
import { getGrants, resetGrants, saveGrants, type UserGrants } from '../../resource-client/users.ts';
import { DraftNotice } from '../../resource-screens/traits/drafts/draft-notice.tsx';
import { NamesTab } from '../../resource-screens/traits/member-tab/names-tab.tsx';
import { EntryDrawer } from '../../ui/entry/entry-dialog.tsx';
import { SaveKey } from '../../ui/entry/form-keys.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './users.module.css';
import { T } from './users-texts.ts';

interface DrawerProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

const draftOf = ({ id }: DrawerProps): string => `user-grants.${id}`;

function useWrites(props: DrawerProps) {
  const { id, onClose } = props;
  const { message } = App.useApp();
  const failed = useFailureNotice();
  const done = (word: string): void => {
    dropDraft(draftOf(props));
    message.success(word);
    void refreshRows(userResource);
    onClose();
  };
  return {
    save: useMutation({
      mutationFn: (names: readonly string[]) => saveGrants(id, names),
      onSuccess: () => done(T('saved')),
      onError: (error) => failed(error),
    }),
    reset: useMutation({
      mutationFn: () => resetGrants(id),
      onSuccess: () => done(T('resetDone')),
      onError: (error) => failed(error),
    }),
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
  const byRole = useMemo(() => new Set(given.rolePermissionNames), [given]);
  const { save, reset } = useWrites(props);
  const draft = useDraft(draftOf(props));
  const tick = (names: ReadonlySet<string>): void => {
    draft.keep({ names });
    onTick(names);
  };
  const differing = given.permissions.filter(({ name }) => ticked.has(name) !== byRole.has(name)).length;
  const askReset = (): void =>
    void modal.confirm({
      title: T('resetAsk', { name: props.name }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => reset.mutateAsync().catch(() => undefined),
    });
  const mark = (name: string) =>
    ticked.has(name) !== byRole.has(name) && (
      <StatusTag tone={ticked.has(name) ? 'success' : 'error'}>{T(ticked.has(name) ? 'extra' : 'refused')}</StatusTag>
    );
  return (
    <div className={css['form']}>
      <DraftNotice draft={draft} onUse={({ names }) => tick(names as ReadonlySet<string>)} />
      <p className={css['hint']}>{T('grantsHint')}</p>
      <NamesTab permissions={given.permissions} value={ticked} onChange={tick} mark={mark} />
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
