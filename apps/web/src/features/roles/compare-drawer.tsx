import { useQuery } from '@tanstack/react-query';
import { Drawer, Select } from 'antd';
import { useState } from 'react';

import { getRoleForm, type RoleForm, type RoleRow } from '../../resource-client/roles.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
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

function Side({ name, names }: { readonly name: string; readonly names: readonly string[] }) {
  return (
    <section>
      <h2>{T('onlyIn', { name, n: names.length })}</h2>
      <ul>
        {names.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}

function Differences({ one, other }: { readonly one: RoleForm; readonly other: RoleForm }) {
  const [left, right] = [missingIn(one, other), missingIn(other, one)];
  if (left.length + right.length === 0) return <EmptyState text={T('same')} />;
  return (
    <div className={css['sides']}>
      <Side name={one.role.displayName ?? ''} names={left} />
      <Side name={other.role.displayName ?? ''} names={right} />
    </div>
  );
}

/** Two roles side by side: what each alone may do. */
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
