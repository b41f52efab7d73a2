import { registerPath } from '@kangmai/model/menu';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';

import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

import type { Credentials, SignInOutcome } from '../../lib/session/sign-in.ts';

const TenantDialog = lazy(async () => ({ default: (await import('./tenant-dialog.tsx')).TenantDialog }));
const FirstPasswordDialog = lazy(async () => ({
  default: (await import('./first-password-dialog.tsx')).FirstPasswordDialog,
}));
const ForgotDialog = lazy(async () => ({
  default: (await import('../../features/account/forgot-dialog.tsx')).ForgotDialog,
}));
const TwoFactorForm = lazy(async () => ({ default: (await import('./two-factor-form.tsx')).TwoFactorForm }));

type MustReset = { credentials: Credentials; outcome: Extract<SignInOutcome, { kind: 'mustReset' }> };

type Pending = { credentials: Credentials; outcome: Extract<SignInOutcome, { kind: 'twoFactor' }> };

function TenantLine() {
  const name = useSession(({ tenant }) => tenant?.name);
  const [isOpen, setOpen] = useState(false);
  return (
    <p className={css['tenant']}>
      {L('signIn.tenant', { name: name ?? L('signIn.noTenant') })}
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {L('signIn.switch')}
      </Button>
      {isOpen && (
        <Suspense>
          <TenantDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}

function ForgotPassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="link" style={{ paddingInline: 0 }} onClick={() => setOpen(true)}>
        {L('signIn.forgot')}
      </Button>
      {isOpen && (
        <Suspense>
          <ForgotDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function RegisterLink() {
  const isOffered = useSession(
    ({ tenant, settings }) => tenant !== null && settings['App.UserManagement.AllowSelfRegistration'] === 'true',
  );
  return isOffered ? (
    <Button type="link" href={registerPath} style={{ paddingInline: 0 }}>
      {L('signIn.register')}
    </Button>
  ) : null;
}

export function SignInPage() {
  const [pending, setPending] = useState<Pending | null>(null);
  const [mustReset, setMustReset] = useState<MustReset | null>(null);
  const askCode = (next: Pending): void => {
    setMustReset(null);
    setPending(next);
  };
  return (
    <main className={css['page']}>
      <section className={css['box']}>
        <h1 className={css['title']}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {L('app.title')}
        </h1>
        <p className={css['slogan']}>{L('signIn.slogan')}</p>
        <TenantLine />
        {pending ? (
          <Suspense>
            <TwoFactorForm {...pending} onBack={() => setPending(null)} />
          </Suspense>
        ) : (
          <SignInForm
            onTwoFactor={(credentials, outcome) => setPending({ credentials, outcome })}
            onMustReset={(credentials, outcome) => setMustReset({ credentials, outcome })}
          />
        )}
        {!pending && (
          <div className={css['links']}>
            <ForgotPassword />
            <RegisterLink />
          </div>
        )}
        {mustReset && (
          <Suspense>
            <FirstPasswordDialog {...mustReset} onTwoFactor={askCode} />
          </Suspense>
        )}
      </section>
    </main>
  );
}
