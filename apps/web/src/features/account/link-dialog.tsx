import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

import { linkAccount, type LinkInput } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';
import { fieldProblems } from './failures.ts';

import type { DialogProps } from './dialog.types.ts';

const draftOf = 'link';

export function LinkDialog({ onClose, onLinked }: DialogProps & { onLinked: () => void }) {
  const { message, notification } = App.useApp();
  const [form] = Form.useForm<LinkInput>();
  const [isBusy, setBusy] = useState(false);

  const saveLink = async (link: LinkInput): Promise<void> => {
    setBusy(true);
    try {
      await linkAccount(link);
      dropDraft(draftOf);
      message.success(A('linkAdded'));
      onLinked();
      onClose();
    } catch (error) {
      form.setFields(fieldProblems(error, ['tenancyName', 'usernameOrEmailAddress', 'password']));
      notification.error({ title: A('linkFailed'), description: failureSentence(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <EntryDialog title={A('newLink')} footer={null} width={420} onClose={onClose}>
      {(leave) => (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          validateTrigger={['onBlur', 'onChange']}
          onFinish={(values) => void saveLink(values)}
        >
          <FormDraft of={draftOf} secrets={['password']} />
          <Form.Item name="tenancyName" label={A('tenancyName')} extra={A('tenancyHint')}>
            <Input maxLength={64} autoFocus autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="usernameOrEmailAddress"
            label={A('userNameOrEmail')}
            rules={[{ required: true, whitespace: true, message: A('userNameOrEmailMissing') }]}
          >
            <Input maxLength={256} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="password"
            label={A('passwordWord')}
            rules={[{ required: true, message: A('passwordMissing') }]}
          >
            <PasswordInput autoComplete="off" />
          </Form.Item>
          <div className={css['buttons']}>
            <Button onClick={leave}>{L('word.cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={isBusy}>
              {L('word.save')}
            </Button>
          </div>
        </Form>
      )}
    </EntryDialog>
  );
}
