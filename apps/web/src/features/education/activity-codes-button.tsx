import { healthEducation, untimedKinds } from '@kangmai/model/education';
import { Suspense, useState } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { T } from './education-texts.ts';

const CodesDialog = lazyPart(async () => (await import('./activity-codes-dialog.tsx')).ActivityCodesDialog);

/** Shows the QR codes of the activity of a row while people can enrol or sign in. */
export function ActivityCodesButton() {
  const { id, values } = useRowContext(healthEducation);
  const mayShow = useCan('Pages.HealthService.HealthEducationEnroll.Edit');
  const [isOpen, setOpen] = useState(false);
  const isHeld = values['state'] === 'open' || values['state'] === 'running';
  if (!mayShow || !isHeld || (untimedKinds as readonly unknown[]).includes(values['kind'])) return null;
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{T('codes')}</LinkButton>
      {isOpen && (
        <Suspense>
          <CodesDialog
            id={id}
            title={String(values['title'])}
            isEnrolling={values['state'] === 'open'}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
ActivityCodesButton.word = (): string => T('codes');
