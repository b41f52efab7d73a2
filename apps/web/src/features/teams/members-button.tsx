import { careTeam } from '@kangmai/model/organization';
import { Suspense, useEffect, useState } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { T } from './team-texts.ts';
import { useTeam } from './use-team.ts';

const MembersDialog = lazyPart(async () => (await import('./members-dialog.tsx')).MembersDialog);

function Members({ id, name, onClose }: { readonly id: number; readonly name: string; readonly onClose: () => void }) {
  const { data, error } = useTeam(id);
  const tell = useFailureNotice();
  useEffect(() => {
    if (error === null) return;
    tell(error, T('notRead'));
    onClose();
  }, [error, tell, onClose]);
  return data ? (
    <Suspense>
      <MembersDialog team={data} name={name} onClose={onClose} />
    </Suspense>
  ) : null;
}

export function MembersButton() {
  const { id, values } = useRowContext(careTeam);
  const { mayEdit } = useRights(careTeam);
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{T('chooseMembers')}</LinkButton>
      {isOpen && <Members id={id} name={String(values['name'])} onClose={() => setOpen(false)} />}
    </>
  );
}
