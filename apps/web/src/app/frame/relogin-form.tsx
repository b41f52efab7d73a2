import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { endRelogin } from '../../lib/api/relogin-gate.ts';
import { isRemembered } from '../../lib/auth-tokens.ts';
import { L } from '../../lib/i18n/texts.ts';
import { connectRealtime, disconnectRealtime } from '../../lib/realtime/realtime.ts';
import { useSession } from '../../lib/session/session.ts';
import { signIn, signOut } from '../../lib/session/sign-in.ts';
import { PasswordInput } from '../../ui/password-input.tsx';

const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? [error.message, error.details].filter(Boolean).join('：') : L('error.server');

/** Sign-in form over the current page, which keeps its input. */
export function ReloginForm() {
  const userName = useSession((session) => session.user?.userName ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const renew = async ({ password }: { password: string }): Promise<void> => {
    setBusy(true);
    try {
      const outcome = await signIn({ userNameOrEmailAddress: userName, password, rememberMe: isRemembered() });
      if (outcome.kind === 'signedIn') {
        disconnectRealtime();
        void connectRealtime();
        return endRelogin('renewed');
      }
      setProblem(L(outcome.kind === 'mustReset' ? 'signIn.resetNeeded' : 'signIn.twoFactorNeeded'));
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setBusy(false);
  };
  const endSession = (): void => {
    endRelogin('left');
    void signOut();
  };

  return (
    <Modal
      open
      title={L('session.expired')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      zIndex={2000}
      // The person before the screen is not signed in, so the page behind is not readable.
      styles={{ mask: { backdropFilter: 'blur(12px)' } }}
    >
      <p>{L('session.expiredHint')}</p>
      <Form layout="vertical" requiredMark={false} onFinish={(values: { password: string }) => void renew(values)}>
        <Form.Item label={L('signIn.userName')} htmlFor="relogin-user">
          <Input id="relogin-user" value={userName} disabled autoComplete="username" />
        </Form.Item>
        <Form.Item
          name="password"
          label={L('signIn.password')}
          rules={[{ required: true, message: L('signIn.passwordMissing') }]}
          {...(problem && { validateStatus: 'error', help: <span role="alert">{problem}</span> })}
        >
          <PasswordInput autoFocus autoComplete="current-password" onChange={() => setProblem(null)} />
        </Form.Item>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button onClick={endSession}>{L('session.leave')}</Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {L('session.renew')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
