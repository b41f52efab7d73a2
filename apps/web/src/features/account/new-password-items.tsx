import { Form } from 'antd';
import { useEffect } from 'react';

import { PasswordInput } from '../../ui/password-input.tsx';

import { A } from './account-texts.ts';
import { isStrong, lengthNeeded } from './password-check.ts';
import { usePasswordRules } from './use-password-rules.ts';

import type { FormInstance } from 'antd';

interface NewPasswordItemsProps {
  /** Field with the current password, which the new one must differ from. */
  currentField?: string;
  /** The account has no password yet. */
  isFirst?: true;
}

type Value = (name: string) => unknown;

const rejectWith = (message: string): Promise<void> => Promise.reject(new Error(message));

/** New password and repetition, checked against the tenant's rules. */
export function NewPasswordItems({ currentField, isFirst }: NewPasswordItemsProps) {
  const rules = usePasswordRules();
  const form = Form.useFormInstance();
  useEffect(() => {
    // The user may have typed before the tenant's rules were loaded.
    if (rules && form.isFieldTouched('newPassword')) form.validateFields(['newPassword']).catch(() => undefined);
  }, [rules, form]);
  const valueOf =
    ({ getFieldValue }: Pick<FormInstance, 'getFieldValue'>): Value =>
    (name) =>
      getFieldValue(name) as unknown;
  return (
    <>
      <Form.Item
        name="newPassword"
        label={A(isFirst ? 'passwordWord' : 'new')}
        dependencies={currentField ? [currentField] : []}
        rules={[
          { required: true, message: A(isFirst ? 'passwordMissing' : 'newMissing') },
          {
            validator: (_, value?: string) =>
              !value || isStrong(value, rules) ? Promise.resolve() : rejectWith(A('weak', { n: lengthNeeded(rules) })),
          },
          (form) => ({
            validator: (_, value?: string) =>
              currentField && value && value === valueOf(form)(currentField)
                ? rejectWith(A('same'))
                : Promise.resolve(),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="newPasswordRepeat"
        label={A(isFirst ? 'repeatPassword' : 'repeat')}
        dependencies={['newPassword']}
        rules={[
          { required: true, message: A(isFirst ? 'repeatPasswordMissing' : 'repeatMissing') },
          (form) => ({
            validator: (_, value?: string) =>
              !value || value === valueOf(form)('newPassword') ? Promise.resolve() : rejectWith(A('differs')),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
