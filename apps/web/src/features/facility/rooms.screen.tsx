import { room } from '@kangmai/model/facility';
import { Button } from 'antd';
import { Suspense, useState } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { useRights } from '../../resource-screens/use-writes.ts';
import { T } from './rooms-texts.ts';

const RoomRunDialog = lazyPart(async () => (await import('./room-run-dialog.tsx')).RoomRunDialog);

function RunButton() {
  const [isOpen, setOpen] = useState(false);
  const { mayCreate } = useRights(room);
  if (!mayCreate) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('open')}</Button>
      <Suspense>{isOpen && <RoomRunDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const tools = <RunButton />;

export function RoomsScreen() {
  return <ResourceScreen resource={room} tools={tools} />;
}
