import { examineStates } from '@kangmai/model/staff';
import { Alert, Button, Form, Input } from 'antd';

import { choiceLabel } from '../../lib/labels.ts';
import { useCountdown } from '../sign-in/use-countdown.ts';

import css from './register.module.css';
import { T } from './register-texts.ts';

import type { OwnApplication } from './register-calls.ts';
import type { useRegister } from './use-register.ts';

const restSeconds = 60;

function Own({ own }: { own: OwnApplication | null | undefined }) {
  if (own === undefined) return null;
  if (own === null) return <Alert type="info" showIcon title={T('none')} role="status" style={{ marginBottom: 16 }} />;
  const state = Object.values(examineStates.entries).find(({ wire }) => wire === own.examineState);
  return (
    <Alert
      type={own.examineRemark === null ? 'info' : 'warning'}
      showIcon
      role="status"
      title={T('state', { state: state ? choiceLabel(state) : '' })}
      description={own.examineRemark === null ? undefined : T('remark', { remark: own.examineRemark })}
      style={{ marginBottom: 16 }}
    />
  );
}

/** Code of the house, number, and the digits sent to it. */
export function ProofPart({ steps }: { steps: ReturnType<typeof useRegister> }) {
  const left = useCountdown(steps.sentAt, steps.sentAt === null ? null : restSeconds);
  return (
    <>
      <h3 className={css['part']}>{T('proof')}</h3>
      <div className={css['pair']}>
        <Form.Item
          name="registrationCode"
          label={T('code')}
          extra={T('codeHint')}
          rules={[{ required: true, whitespace: true, message: T('codeMissing') }]}
        >
          <Input maxLength={32} autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item
          name="phone"
          label={T('phone')}
          rules={[{ required: true, whitespace: true, message: T('phoneMissing') }]}
        >
          <Input maxLength={20} inputMode="tel" autoComplete="tel" />
        </Form.Item>
      </div>
      <div className={css['pair']}>
        <Form.Item
          name="smsCode"
          label={T('sms')}
          rules={[{ required: true, whitespace: true, message: T('smsMissing') }]}
        >
          <Input maxLength={6} inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <Form.Item label=" " colon={false}>
          <div className={css['sms']}>
            <Button disabled={left > 0 || steps.isBusy} onClick={() => void steps.send()}>
              {left > 0 ? T('sendAgain', { n: left }) : T('send')}
            </Button>
            <Button disabled={steps.isBusy} onClick={() => void steps.look()}>
              {T('look')}
            </Button>
          </div>
        </Form.Item>
      </div>
      {steps.sentAt !== null && steps.own === undefined && (
        <Alert type="success" showIcon title={T('sent')} role="status" style={{ marginBottom: 16 }} />
      )}
      <Own own={steps.own} />
    </>
  );
}
