import { lazy, Suspense, type ComponentType } from 'react';

import type { DialogProps } from './dialog.types.ts';

export type AccountDialogName = 'password' | 'attempts' | 'settings' | 'linked';

interface AccountDialogProps extends DialogProps {
  mayLeave: () => Promise<boolean>;
}

const dialogs: Readonly<Record<AccountDialogName, ComponentType<AccountDialogProps>>> = {
  password: lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog })),
  attempts: lazy(async () => ({ default: (await import('./attempts-dialog.tsx')).AttemptsDialog })),
  settings: lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog })),
  linked: lazy(async () => ({ default: (await import('./linked-dialog.tsx')).LinkedDialog })),
};

export function AccountDialogs({ name, ...rest }: AccountDialogProps & { name: AccountDialogName | null }) {
  if (!name) return null;
  const Dialog = dialogs[name];
  return (
    <Suspense>
      <Dialog {...rest} />
    </Suspense>
  );
}
