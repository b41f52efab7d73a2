import { Alert, Button } from 'antd';
import { useState } from 'react';

import { A } from '../../features/account/account-texts.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';

import { RegisterForm } from './register-form.tsx';
import css from './sign-in.module.css';

import type { Registered } from '../../features/account/account-calls.ts';

interface Made extends Registered {
  readonly emailAddress: string;
}

function nextStep({ mustConfirmEmail, waitsForActivation, emailAddress }: Made): string {
  if (mustConfirmEmail) return A(waitsForActivation ? 'mustConfirmAndWait' : 'mustConfirm', { email: emailAddress });
  return A(waitsForActivation ? 'waits' : 'canSignIn');
}

function Result({ made }: { made: Made }) {
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={A('registered')}
        description={nextStep(made)}
        role="status"
        style={{ margin: '16px 0' }}
      />
      <Button type="primary" size="large" block href="/" autoFocus>
        {A('toSignIn')}
      </Button>
    </>
  );
}

function Refused({ text }: { text: string }) {
  return (
    <>
      <Alert type="info" showIcon title={text} style={{ margin: '16px 0' }} />
      <Button type="primary" size="large" block href="/">
        {A('toSignIn')}
      </Button>
    </>
  );
}

export function RegisterPage() {
  const tenant = useSession((session) => session.tenant);
  const isOffered = useSession(({ settings }) => settings['App.UserManagement.AllowSelfRegistration'] === 'true');
  const [made, setMade] = useState<Made | null>(null);
  return (
    <main className={css['page']}>
      <section className={css['box']}>
        <h1 className={css['title']}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {L('app.title')}
        </h1>
        <h2 className={css['heading']}>{A('register')}</h2>
        {!tenant && <Refused text={A('registerTenant')} />}
        {tenant && !isOffered && <Refused text={A('registerOff')} />}
        {tenant && isOffered && !made && (
          <>
            <p className={css['slogan']}>{A('registerFor', { name: tenant.name })}</p>
            <RegisterForm onMade={(registered, emailAddress) => setMade({ ...registered, emailAddress })} />
          </>
        )}
        {made && <Result made={made} />}
      </section>
    </main>
  );
}
