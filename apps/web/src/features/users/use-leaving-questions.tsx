import { App } from 'antd';
import { useState, type ReactNode } from 'react';

import { useSession } from '../../lib/session/session.ts';
import { T } from './users-texts.ts';
import { WorkDialog } from './work-dialog.tsx';

import type { EditedUser, UserForm } from '../../resource-client/users.ts';

interface Saving<V> {
  readonly name: string;
  readonly roles: readonly number[];
  readonly onSave: (values: V) => void;
}

/** Saves after a question where that ends an account or takes a role from oneself. */
export function useLeavingQuestions<V extends Pick<EditedUser, 'isActive'>>(
  given: UserForm,
  { name, roles, onSave }: Saving<V>,
): readonly [save: (values: V) => void, question: ReactNode] {
  const { modal } = App.useApp();
  const ownId = useSession(({ user }) => user?.id);
  const [leaving, setLeaving] = useState<V | null>(null);
  const { id, isActive } = given.user;
  const lost = given.roles.filter(
    ({ roleId, isAssigned, inheritedFromOrganizationUnit }) =>
      isAssigned && !inheritedFromOrganizationUnit && !roles.includes(roleId),
  );
  const save = (values: V): void => {
    if (id !== null && isActive && !values.isActive) setLeaving(values);
    else if (id !== null && id === ownId && lost.length > 0)
      void modal.confirm({
        title: T('ownRoleAsk', { roles: lost.map(({ roleDisplayName }) => roleDisplayName).join('、') }),
        content: T('ownRoleHint'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => onSave(values),
      });
    else onSave(values);
  };
  const question = id !== null && leaving !== null && (
    <WorkDialog
      userId={id}
      title={T('deactivateAsk', { name })}
      hint={T('deactivateHint')}
      onOk={() => Promise.resolve(onSave(leaving))}
      onClose={() => setLeaving(null)}
    />
  );
  return [save, question];
}
