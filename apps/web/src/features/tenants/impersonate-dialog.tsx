import { leaveFor } from '../../lib/session/leave-for.ts';
import { askImpersonation } from '../../resource-client/tenants.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { GroundsDialog, type Grounds } from '../../ui/entry/grounds-dialog.tsx';
import { T } from './tenant-texts.ts';

interface DialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function ImpersonateDialog({ id, name, onClose }: DialogProps) {
  const draftOf = `impersonate.${id}`;
  const enterTenant = async (grounds: Grounds): Promise<void> => {
    const given = await askImpersonation({ tenantId: id, ...grounds });
    dropDraft(draftOf);
    await leaveFor(given);
  };
  return (
    <GroundsDialog
      title={T('impersonateOf', { name })}
      hint={T('impersonateHint')}
      failed={T('impersonateFailed')}
      draft={<FormDraft of={draftOf} />}
      onEnter={enterTenant}
      onClose={onClose}
    />
  );
}
