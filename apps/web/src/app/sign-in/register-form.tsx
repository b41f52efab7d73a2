import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';

import { register, type Registered, type Registration } from '../../features/account/account-calls.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { A } from '../../features/account/account-texts.ts';
import { fieldProblems } from '../../features/account/failures.ts';
import { NewPasswordItems } from '../../features/account/new-password-items.tsx';

import css from './sign-in.module.css';

interface Fields extends Omit<Registration, 'password'> {
  newPassword: string;
}

const names = ['surname', 'name', 'userName', 'emailAddress'] as const;

export function RegisterForm({ onMade }: { onMade: (registered: Registered, emailAddress: string) => void }) {
  const [form] = Form.useForm<Fields>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const showRefusal = (error: unknown): void => {
    const problems = [
      ...fieldProblems(error, names),
      ...fieldProblems(error, ['password']).map(({ errors }) => ({ name: 'newPassword' as const, errors })),
    ];
    form.setFields(problems);
    const [first] = problems;
    if (first) form.focusField(first.name);
    else setProblem(failureSentence(error));
  };
  const registerAccount = async ({ newPassword, ...person }: Fields): Promise<void> => {
    const given = {
      surname: person.surname.trim(),
      name: person.name.trim(),
      userName: person.userName.trim(),
      emailAddress: person.emailAddress.trim(),
      password: newPassword,
    };
    setBusy(true);
    setProblem(null);
    try {
      onMade(await register(given), given.emailAddress);
    } catch (error) {
      showRefusal(error);
      setBusy(false);
    }
  };

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onChange']}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => void registerAccount(values)}
    >
      {problem && (
        <Alert
          type="error"
          showIcon
          title={A('registerFailed')}
          description={problem}
          role="alert"
          style={{ marginBottom: 16 }}
        />
      )}
      <div className={css['pair']}>
        <Form.Item
          name="surname"
          label={A('surname')}
          rules={[{ required: true, whitespace: true, message: A('surnameMissing') }]}
        >
          <Input maxLength={64} autoFocus autoComplete="family-name" />
        </Form.Item>
        <Form.Item
          name="name"
          label={A('name')}
          rules={[{ required: true, whitespace: true, message: A('nameMissing') }]}
        >
          <Input maxLength={64} autoComplete="given-name" />
        </Form.Item>
      </div>
      <Form.Item
        name="userName"
        label={A('userName')}
        rules={[{ required: true, whitespace: true, message: A('userNameMissing') }]}
      >
        <Input maxLength={256} autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="emailAddress"
        label={A('email')}
        rules={[
          { required: true, whitespace: true, message: A('emailMissing') },
          { type: 'email', message: A('emailBad') },
        ]}
      >
        <Input maxLength={256} autoComplete="email" />
      </Form.Item>
      <NewPasswordItems isFirst />
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {A('registerSubmit')}
      </Button>
      <Button type="link" href="/" style={{ paddingInline: 0, marginTop: 8 }}>
        {A('toSignInInstead')}
      </Button>
    </Form>
  );
}
