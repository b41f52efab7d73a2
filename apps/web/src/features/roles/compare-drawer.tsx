import { useQuery } from '@tanstack/react-query';
import { Drawer, Select } from 'antd';
import { useState } from 'react';

import { getRoleForm, type RoleForm, type RoleRow } from '../../resource-client/roles.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './roles.module.css';
import { T } from './roles-texts.ts';

const useForm = (id: number | null) =>
  useQuery({
    queryKey: ['role-form', 'compared', id],
    queryFn: ({ signal }) => getRoleForm(id, signal),
    enabled: id !== null,
    staleTime: 0,
  });

/** Titles of the permissions that one role has and the other lacks. */
function missingIn(one: RoleForm, other: RoleForm): readonly string[] {
  const held = new Set(other.grantedPermissionNames);
  const titles = new Map(
    one.permissions.map(({ name, displayName, parentName }) => [name, { displayName, parentName }]),
  );
  const wayOf = (name: string): string => {
    const found = titles.get(name);
    const above = found?.parentName && found.parentName !== 'Pages' ? `${wayOf(found.parentName)} / ` : '';
    return `${above}${found?.displayName ?? name}`;
  };
  return one.grantedPermissionNames.filter((name) => !held.has(name)).map(wayOf);
}

interface SideProps {
  readonly form: RoleForm;
  readonly other: RoleForm;
}

/** What a role lets people see, marked where the other role differs. */
function Scope({ form, other }: SideProps) {
  const { dataScope } = form.role;
  return (
    <p>
      {T('scopeIs', { scope: T(dataScope) })}{' '}
      {dataScope !== other.role.dataScope && <StatusTag tone="warning">{T('differs')}</StatusTag>}
    </p>
  );
}

function Side({ form, other }: SideProps) {
  const names = missingIn(form, other);
  return (
    <section>
      <h2 translate="no">{form.role.displayName}</h2>
      <Scope form={form} other={other} />
      <h3>{T('onlyHere', { n: names.length })}</h3>
      <ul>
        {names.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}

function Differences({ one, other }: { readonly one: RoleForm; readonly other: RoleForm }) {
  const isSame = missingIn(one, other).length + missingIn(other, one).length === 0;
  if (isSame && one.role.dataScope === other.role.dataScope) return <EmptyState text={T('same')} />;
  return (
    <div className={css['sides']}>
      <Side form={one} other={other} />
      <Side form={other} other={one} />
    </div>
  );
}

/** Two roles side by side: their data scopes, and what each alone may do. */
export function CompareDrawer({
  role,
  roles,
  onClose,
}: {
  readonly role: RoleRow;
  readonly roles: readonly RoleRow[];
  readonly onClose: () => void;
}) {
  const [otherId, setOtherId] = useState<number | null>(null);
  const [one, other] = [useForm(role.id), useForm(otherId)];
  const error = one.error ?? other.error;
  return (
    <Drawer open size={960} title={T('compareTitle', { name: role.displayName })} onClose={onClose}>
      <Select
        className={css['filter'] ?? ''}
        aria-label={T('compareWith')}
        placeholder={T('compareWith')}
        showSearch={{ optionFilterProp: 'label' }}
        value={otherId}
        onChange={(id: number | null) => setOtherId(id)}
        options={roles
          .filter(({ id }) => id !== role.id)
          .map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      {error && <ErrorState message={error.message} />}
      {one.data && other.data && <Differences one={one.data} other={other.data} />}
      {!error && otherId !== null && !other.data && <LoadingState />}
    </Drawer>
  );
}
