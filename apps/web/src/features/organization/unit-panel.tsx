import { organizationUnit, role, user } from '@kangmai/model/organization';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { useCan } from '../../lib/permissions.ts';
import { changePermissions, MemberTable } from '../../resource-screens/traits/members/member-table.tsx';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { unitEntries, type UnitRow } from '../../resource-client/units.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { wayTo } from '../../ui/tree-pane/tree-nodes.ts';
import css from './units.module.css';
import { T } from './units-texts.ts';

const PickMembers = lazy(async () => ({
  default: (await import('../../resource-screens/traits/members/pick-members.tsx')).PickMembers,
}));

const targets = { users: user, roles: role } as const;

interface UnitPanelProps {
  readonly unit: UnitRow;
  readonly units: readonly UnitRow[];
  /** What may be done with the unit. */
  readonly tasks: readonly { readonly key: string; readonly label: string }[];
  readonly onTask: (key: string) => void;
}

/** A unit with its members and roles. */
export function UnitPanel({ unit, units, tasks, onTask }: UnitPanelProps) {
  const [kind, setKind] = useState<'users' | 'roles'>('users');
  const [isWide, setWide] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const way = wayTo(unitEntries(units), unit.id).slice(0, -1);
  const client = useQueryClient();
  const props = {
    of: { resource: organizationUnit, name: kind, id: unit.id },
    rowName: unit.displayName,
    target: targets[kind],
    onChanged: () => {
      void client.invalidateQueries({ queryKey: ['units'] });
      void refreshRows(user);
    },
  };
  const mayAdd = useCan(changePermissions(props));
  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <h2 translate="no">{unit.displayName}</h2>
        {unit.isShowroom && <StatusTag tone="info">{T('showroom')}</StatusTag>}
        <span className={css['way']} translate="no">
          {[...way, T('code', { code: unit.code })].join(' / ')}
        </span>
        <span className={css['buttons']}>
          {tasks.map(({ key, label }) => (
            <LinkButton key={key} onClick={() => onTask(key)}>
              {label}
            </LinkButton>
          ))}
        </span>
      </div>
      <div className={css['bar']}>
        <Segmented<'users' | 'roles'>
          aria-label={T('links')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'users', label: isWide ? T('members') : T('users', { n: unit.memberCount }) },
            { value: 'roles', label: isWide ? T('rolesWord') : T('roles', { n: unit.roleCount }) },
          ]}
        />
        <Checkbox checked={isWide} onChange={({ target }) => setWide(target.checked)}>
          {T('withBelow')}
        </Checkbox>
        {mayAdd && <Button onClick={() => setPicking(true)}>{T(kind === 'users' ? 'addUsers' : 'addRoles')}</Button>}
      </div>
      {kind === 'roles' && <p className={css['hint']}>{T('rolesHint')}</p>}
      <MemberTable
        key={`${kind} ${unit.id} ${isWide}`}
        {...props}
        withBelow={isWide}
        none={T(kind === 'users' ? 'noMembers' : 'noRoles')}
      />
      <Suspense>{isPicking && <PickMembers {...props} onClose={() => setPicking(false)} />}</Suspense>
    </div>
  );
}
