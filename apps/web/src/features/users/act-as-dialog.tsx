import { leaveFor } from '../../lib/session/leave-for.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { askColleague, type UserRow } from '../../resource-client/users.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { GroundsDialog, type Grounds } from '../../ui/entry/grounds-dialog.tsx';
import { T } from './users-texts.ts';

/** Asks why and for how long one acts in the name of a colleague. */
export function ActAsDialog({
  user: { id, fullName },
  onClose,
}: {
  readonly user: UserRow;
  readonly onClose: () => void;
}) {
  const draftOf = `act-as.${id}`;
  const enter = async (grounds: Grounds): Promise<void> => {
    const given = await askColleague({ userId: id, ...grounds });
    dropDraft(draftOf);
    await leaveFor(given);
  };
  return (
    <GroundsDialog
      title={T('actAsAsk', { name: fullName })}
      hint={T('actAsHint')}
      failed={T('actAsFailed')}
      draft={<FormDraft of={draftOf} />}
      onEnter={enter}
      onClose={onClose}
    />
  );
}
