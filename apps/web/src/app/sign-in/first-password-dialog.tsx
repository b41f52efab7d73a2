import { Alert, Button, Form, Modal } from 'antd';
import { useState } from 'react';

import { setFirstPassword } from '../../features/account/account-calls.ts';
import { A } from '../../features/account/account-texts.ts';
import { fieldProblems } from '../../features/account/failures.ts';
import { NewPasswordItems } from '../../features/account/new-password-items.tsx';
import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { signIn, type Credentials, type SignInOutcome } from '../../lib/session/sign-in.ts';
import { PasswordInput } from '../../ui/password-input.tsx';

import { openHome } from './open-home.ts';

interface FirstPasswordDialogProps {
  credentials: Credentials;
  outcome: Extract<SignInOutcome, { kind: 'mustReset' }>;
  onTwoFactor: (next: { credentials: Credentials; outcome: Extract<SignInOutcome, { kind: 'twoFactor' }> }) => void;
}

interface Fields {
  currentPassword: string;
  newPassword: string;
}

/** Shown before the first page until the password is changed; the only way past it is to cancel the sign-in. */
export function FirstPasswordDialog({ credentials, outcome, onTwoFactor }: FirstPasswordDialogProps) {
  const [form] = Form.useForm<Fields>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const savePassword = async ({ newPassword }: Fields): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await setFirstPassword({ userId: outcome.userId, resetCode: outcome.resetCode, password: newPassword });
      const renewed = { ...credentials, password: newPassword };
      const next = await signIn(renewed);
      if (next.kind === 'signedIn') return openHome();
      if (next.kind === 'twoFactor') return onTwoFactor({ credentials: renewed, outcome: next });
    } catch (error) {
      form.setFields(
        fieldProblems(error, ['password']).map(({ errors }) => ({ name: 'newPassword' as const, errors })),
      );
      setProblem(failureSentence(error));
    }
    setBusy(false);
  };

  return (
    <Modal
      open
      title={A('password')}
      footer={null}
      width={420}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
    >
      <Alert type="info" showIcon title={A('mustChange')} style={{ marginBottom: 16 }} />
      {problem && (
        <Alert type="error" showIcon title={A('passwordFailed')} description={problem} style={{ marginBottom: 16 }} />
      )}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={['onBlur', 'onChange']}
        initialValues={{ currentPassword: credentials.password }}
        onFinish={(values) => void savePassword(values)}
      >
        <Form.Item
          name="currentPassword"
          label={A('current')}
          rules={[{ required: true, message: A('currentMissing') }]}
        >
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <NewPasswordItems currentField="currentPassword" />
        <Button type="primary" block htmlType="submit" loading={isBusy}>
          {L('word.save')}
        </Button>
      </Form>
    </Modal>
  );
}
