import { Alert, Button, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';

import { confirmEmail, resetPassword } from '../../features/account/account-calls.ts';
import { A } from '../../features/account/account-texts.ts';
import { fieldProblems } from '../../features/account/failures.ts';
import { NewPasswordItems } from '../../features/account/new-password-items.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { LoadingState } from '../../ui/states.tsx';
import css from '../sign-in/sign-in.module.css';

interface Outcome {
  isGood: boolean;
  text: string;
}

const failedOutcome = (error: unknown): Outcome => ({
  isGood: false,
  text: error instanceof ApiError && error.reason === 'token.invalid' ? A('linkDead') : failureSentence(error),
});

/** Page of a link in a mail: a form for a new password, or the confirmation of an address. */
export function MailLinkPage({ sealed, isReset }: { sealed: string; isReset: boolean }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <main className={css['page']}>
      <section className={css['box']}>
        <h1 className={css['title']}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {L('app.title')}
        </h1>
        {outcome && (
          <Alert
            type={outcome.isGood ? 'success' : 'error'}
            showIcon
            title={outcome.text}
            role={outcome.isGood ? 'status' : 'alert'}
            style={{ margin: '16px 0' }}
          />
        )}
        {!outcome &&
          (isReset ? (
            <ResetForm sealed={sealed} onDone={setOutcome} />
          ) : (
            <Confirming sealed={sealed} onDone={setOutcome} />
          ))}
        <Button type="link" href="/" style={{ paddingInline: 0, marginTop: 8 }}>
          {A('toSignIn')}
        </Button>
      </section>
    </main>
  );
}

interface StepProps {
  sealed: string;
  onDone: (outcome: Outcome) => void;
}

function Confirming({ sealed, onDone }: StepProps) {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    confirmEmail(sealed).then(
      () => onDone({ isGood: true, text: A('emailConfirmed') }),
      (error: unknown) => onDone(failedOutcome(error)),
    );
  }, [sealed, onDone]);
  return <LoadingState label={A('confirming')} />;
}

function ResetForm({ sealed, onDone }: StepProps) {
  const [form] = Form.useForm<{ newPassword: string }>();
  const [isBusy, setBusy] = useState(false);
  const savePassword = async ({ newPassword }: { newPassword: string }): Promise<void> => {
    setBusy(true);
    try {
      await resetPassword(sealed, newPassword);
      onDone({ isGood: true, text: A('resetDone') });
    } catch (error) {
      const problems = fieldProblems(error, ['password']);
      form.setFields(problems.map(({ errors }) => ({ name: 'newPassword' as const, errors })));
      if (problems.length === 0) onDone(failedOutcome(error));
      setBusy(false);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onChange']}
      onFinish={(values) => void savePassword(values)}
    >
      <h2 style={{ margin: '16px 0' }}>{A('newPassword')}</h2>
      <NewPasswordItems />
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {L('word.save')}
      </Button>
    </Form>
  );
}
