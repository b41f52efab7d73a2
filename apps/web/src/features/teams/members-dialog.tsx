import { careTeam, teamRoles } from '@kangmai/model/organization';
import { App, Select } from 'antd';
import { useState } from 'react';

import { choiceLabel } from '../../lib/labels.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { saveRow } from '../../resource-client/calls.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { useLookup } from '../../resource-screens/use-lookup.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { TwoListPicker, type ChosenItem } from '../../ui/two-list-picker.tsx';
import { T } from './team-texts.ts';

import type { TeamForEdit } from './use-team.ts';

type Role = (typeof teamRoles.names)[number];

interface Member extends ChosenItem {
  /** The row of the membership; none for somebody new. */
  readonly row: number | null;
  readonly role: Role;
}

const membersOf = ({ members, leaderId }: TeamForEdit): readonly Member[] =>
  members.map(({ id, userId, userName, roleInTeam }) => ({
    id: userId,
    name: userName,
    row: id,
    role: roleInTeam,
    stays: userId === leaderId ? T('leads') : undefined,
  }));

const roles = teamRoles.names
  .filter((name) => name !== 'leader')
  .map((value) => ({ value, label: choiceLabel(teamRoles.entries[value]) }));

const wordOf = (members: readonly Member[]): string => JSON.stringify(members.map(({ id, role }) => [id, role]));

interface DialogProps {
  readonly team: TeamForEdit;
  readonly name: string;
  readonly onClose: () => void;
}

function useSaving({ team, onClose }: DialogProps, members: readonly Member[]) {
  const [isBusy, setBusy] = useState(false);
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const save = async (): Promise<void> => {
    setBusy(true);
    const rows = members.map(({ id, row, role }) => ({ ...(row !== null && { id: row }), user: id, roleInTeam: role }));
    try {
      await saveRow(careTeam, { members: rows }, team);
      void message.success(T('saved'));
      onClose();
    } catch (error) {
      tell(error, T('notSaved'));
    }
    setBusy(false);
    await refreshRows(careTeam);
  };
  return { isBusy, save };
}

/** The members of a team: chosen among the staff, each with the role in the team. */
export function MembersDialog(props: DialogProps) {
  const { team, name, onClose } = props;
  const [before] = useState(() => membersOf(team));
  const [members, setMembers] = useState(before);
  const [find, setFind] = useState('');
  const { options, hasMore } = useLookup(careTeam, careTeam.fields.leader, {
    text: find,
    isOpen: true,
    isFilter: false,
  });
  const { isBusy, save } = useSaving(props, members);
  const isChanged = wordOf(members) !== wordOf(before);
  const setRole = (id: number, role: Role): void =>
    setMembers((former) => former.map((member) => (member.id === id ? { ...member, role } : member)));
  const roleOf = ({ id, name: full, stays }: ChosenItem) =>
    stays === undefined && (
      <Select<Role>
        size="small"
        aria-label={T('roleOf', { name: full })}
        style={{ width: 120 }}
        options={roles}
        value={members.find((member) => member.id === id)?.role ?? 'assistant'}
        onChange={(role) => setRole(id, role)}
      />
    );
  return (
    <EntryDialog
      width={760}
      title={T('membersOf', { name })}
      isChanged={isChanged}
      okButtonProps={{ disabled: !isChanged, loading: isBusy }}
      onOk={() => void save()}
      onClose={onClose}
    >
      <TwoListPicker
        name={T('membersOf', { name })}
        found={options}
        hasMore={hasMore}
        find={find}
        onFind={setFind}
        chosen={members}
        onAdd={({ id, name: full }) =>
          setMembers((former) => {
            const known = before.find((member) => member.id === id);
            return [...former, known ?? { id, name: full, row: null, role: 'assistant' }];
          })
        }
        onRemove={(id) => setMembers((former) => former.filter((member) => member.id !== id))}
        beside={roleOf}
      />
    </EntryDialog>
  );
}
