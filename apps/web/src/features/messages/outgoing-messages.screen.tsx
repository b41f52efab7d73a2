import { outgoingMessage } from '@kangmai/model/platform';
import { Button } from 'antd';
import { useState } from 'react';

import { useSession } from '../../lib/session/session.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { T } from './message-texts.ts';
import { WholeTextDialog } from './whole-text-dialog.tsx';

function ReadButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('read')}</Button>
      {isOpen && <WholeTextDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Messages of the last days, masked; the host administrator can request the full text of one. */
export function OutgoingMessagesScreen() {
  const isHost = useSession((session) => session.tenant === null && session.impersonator === null);
  return (
    <ResourceScreen resource={outgoingMessage} above={<p>{T('hint')}</p>} {...(isHost && { tools: <ReadButton /> })} />
  );
}
