import { App, Button, Form } from 'antd';
import { useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { PasswordInput } from '../../ui/password-input.tsx';

import { changePassword } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';
import { fieldProblems } from './failures.ts';
import { NewPasswordItems } from './new-password-items.tsx';

interface PasswordFields {
  currentPassword: string;
  newPassword: string;
  newPasswordRepeat: string;
}

interface PasswordFormProps {
  onDone: () => void;
  onCancel?: () => void;
}

export function PasswordForm({ onDone, onCancel }: PasswordFormProps) {
  const { message, notification } = App.useApp();
  const [form] = Form.useForm<PasswordFields>();
  const [isBusy, setBusy] = useState(false);

  const savePassword = async ({ currentPassword, newPassword }: PasswordFields): Promise<void> => {
    setBusy(true);
    try {
      await changePassword(currentPassword, newPassword);
      message.success(A('passwordChanged'));
      onDone();
    } catch (error) {
      form.setFields(fieldProblems(error, ['currentPassword', 'newPassword']));
      notification.error({ title: A('passwordFailed'), description: failureSentence(error) });
    } finally {
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
      <Form.Item name="currentPassword" label={A('current')} rules={[{ required: true, message: A('currentMissing') }]}>
        <PasswordInput autoFocus autoComplete="current-password" />
      </Form.Item>
      <NewPasswordItems currentField="currentPassword" />
      <p className={css['hint']}>{A('othersEnd')}</p>
      <div className={css['buttons']}>
        {onCancel && <Button onClick={onCancel}>{L('word.cancel')}</Button>}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {L('word.save')}
        </Button>
      </div>
    </Form>
  );
}
