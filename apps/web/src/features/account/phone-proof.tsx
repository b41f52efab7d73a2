import { App, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

import { sendVerificationSms, verifySmsCode } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';
import { fieldProblems, statusOf } from './failures.ts';

const restSeconds = 60;

interface PhoneProofProps {
  phone: string;
  isVerified: boolean;
  onVerified: () => void;
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

function useSending() {
  const { notification } = App.useApp();
  const [nextAt, setNextAt] = useState(0);
  const [isSending, setSending] = useState(false);
  const sendCode = async (): Promise<boolean> => {
    setSending(true);
    try {
      await sendVerificationSms();
      setNextAt(Date.now() + restSeconds * 1000);
      return true;
    } catch (error) {
      // A code was sent within the last minute.
      const wait = error instanceof ApiError && error.reason === 'code.too-soon' ? error.retryAfterSeconds : null;
      if (wait !== null) setNextAt(Date.now() + wait * 1000);
      else notification.error({ title: A('sendFailed'), description: statusOf(error) });
      return wait !== null;
    } finally {
      setSending(false);
    }
  };
  return { nextAt, isSending, send: sendCode };
}

export function PhoneProof({ phone, isVerified, onVerified }: PhoneProofProps) {
  const [isOpen, setOpen] = useState(false);
  const sending = useSending();
  if (isVerified) return <StatusTag tone="success">{A('verified')}</StatusTag>;
  return (
    <>
      <Button
        loading={sending.isSending && !isOpen}
        onClick={() => void sending.send().then((isSent) => setOpen(isSent))}
      >
        {A('verify')}
      </Button>
      {isOpen && <CodeDialog phone={phone} sending={sending} onClose={() => setOpen(false)} onVerified={onVerified} />}
    </>
  );
}

interface CodeDialogProps {
  phone: string;
  sending: ReturnType<typeof useSending>;
  onClose: () => void;
  onVerified: () => void;
}

function CodeDialog({ phone, sending, onClose, onVerified }: CodeDialogProps) {
  const { message, notification } = App.useApp();
  const [form] = Form.useForm<{ code: string }>();
  const [isBusy, setBusy] = useState(false);
  const seconds = useSecondsUntil(sending.nextAt);
  const verify = async ({ code }: { code: string }): Promise<void> => {
    setBusy(true);
    try {
      await verifySmsCode(code);
      message.success(A('verifiedNow'));
      onClose();
      onVerified();
    } catch (error) {
      form.setFields(fieldProblems(error, ['code']));
      notification.error({ title: A('verifyFailed'), description: statusOf(error) });
      setBusy(false);
    }
  };
  return (
    <EntryDialog title={A('verifyTitle')} footer={null} width={380} onClose={onClose}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void verify(values)}>
        <p className={css['hint']}>{A('verifyHint', { phone })}</p>
        <Form.Item
          name="code"
          label={A('code')}
          rules={[{ required: true, whitespace: true, message: A('codeMissing') }]}
        >
          <Input maxLength={6} autoFocus inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <div className={css['buttons']}>
          <Button disabled={seconds > 0} loading={sending.isSending} onClick={() => void sending.send()}>
            {seconds > 0 ? A('resendIn', { n: seconds }) : A('resend')}
          </Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {A('verify')}
          </Button>
        </div>
      </Form>
    </EntryDialog>
  );
}
