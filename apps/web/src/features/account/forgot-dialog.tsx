import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

import { sendPasswordReset } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';

import type { DialogProps } from './dialog.types.ts';

/** Requests a link by mail; the answer does not reveal whether the address is known. */
export function ForgotDialog({ onClose }: DialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sendLink = async ({ emailAddress }: { emailAddress: string }): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await sendPasswordReset(emailAddress.trim());
      setSent(true);
    } catch (error) {
      setProblem(failureSentence(error));
    }
    setBusy(false);
  };
  return (
    <EntryDialog title={A('forgot')} footer={null} width={420} isChanged={isSent ? false : undefined} onClose={onClose}>
      {(leave) =>
        isSent ? (
          <>
            <Alert type="success" showIcon title={A('forgotSent')} role="status" style={{ marginBottom: 16 }} />
            <div className={css['buttons']}>
              <Button type="primary" onClick={onClose}>
                {L('word.close')}
              </Button>
            </div>
          </>
        ) : (
          <Form
            layout="vertical"
            requiredMark={false}
            validateTrigger={['onBlur', 'onChange']}
            onFinish={(values) => void sendLink(values)}
          >
            <p className={css['hint']}>{A('forgotHint')}</p>
            {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} />}
            <Form.Item
              name="emailAddress"
              label={A('email')}
              rules={[
                { required: true, whitespace: true, message: A('emailMissing') },
                { type: 'email', message: A('emailBad') },
              ]}
            >
              <Input maxLength={256} autoFocus autoComplete="email" />
            </Form.Item>
            <div className={css['buttons']}>
              <Button onClick={leave}>{L('word.cancel')}</Button>
              <Button type="primary" htmlType="submit" loading={isBusy}>
                {A('send')}
              </Button>
            </div>
          </Form>
        )
      }
    </EntryDialog>
  );
}
