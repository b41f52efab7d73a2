import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect } from 'react';

import { useSession } from '../../lib/session/session.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

import { readProfile } from './account-calls.ts';
import { A } from './account-texts.ts';
import { AuthenticatorPart } from './authenticator-part.tsx';
import { statusOf } from './failures.ts';
import { ProfileForm } from './profile-form.tsx';

import type { DialogProps } from './dialog.types.ts';

const profileKey = ['ownProfile'] as const;

const twoFactorSettings = [
  'Abp.Zero.UserManagement.TwoFactorLogin.IsEnabled',
  'App.UserManagement.TwoFactorLogin.IsGoogleAuthenticatorEnabled',
];

export function SettingsDialog({ onClose }: DialogProps) {
  const { notification } = App.useApp();
  const client = useQueryClient();
  const settings = useSession((session) => session.settings);
  const {
    data: profile,
    error,
    refetch,
  } = useQuery({ queryKey: profileKey, queryFn: readProfile, gcTime: 0, staleTime: 0 });
  useEffect(() => {
    if (error) notification.error({ key: 'profile', title: A('attemptsFailed'), description: statusOf(error) });
  }, [error, notification]);
  const reload = (): void => void client.invalidateQueries({ queryKey: profileKey });
  const hasAuthenticator = twoFactorSettings.every((name) => settings[name]?.toLowerCase() === 'true');
  return (
    <EntryDialog title={A('settings')} footer={null} width={560} onClose={onClose}>
      {(leave, setDirty) => (
        <>
          {error && <ErrorState title={A('attemptsFailed')} message={statusOf(error)} onRetry={() => void refetch()} />}
          {!error && !profile && <LoadingState />}
          {profile && (
            <>
              <ProfileForm profile={profile} onSaved={onClose} onVerified={reload} onCancel={leave} />
              {hasAuthenticator && (
                <AuthenticatorPart
                  isOn={profile.isGoogleAuthenticatorEnabled}
                  onChanged={() => {
                    setDirty(false);
                    reload();
                  }}
                />
              )}
            </>
          )}
        </>
      )}
    </EntryDialog>
  );
}
