import { Button } from 'antd';
import { Suspense, useState } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { useCan } from '../../lib/permissions.ts';
import { T } from './phone-link-texts.ts';

const PhoneLinkDialog = lazyPart(async () => (await import('./phone-link-dialog.tsx')).PhoneLinkDialog);

/** Gives a client a link to book by phone, for those who may. */
export function PhoneLinkButton({ id, name }: { readonly id: number; readonly name: string }) {
  const mayMake = useCan('Pages.RemoteMonitoring.PhoneAccess.Create');
  const [isOpen, setOpen] = useState(false);
  if (!mayMake) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('open')}</Button>
      {isOpen && (
        <Suspense>
          <PhoneLinkDialog id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
