import { Alert, Button, Checkbox, Form } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';
import sign from '../sign-in/sign-in.module.css';
import { TenantDialog } from '../sign-in/tenant-dialog.tsx';

import { PapersPart, PersonPart } from './person-part.tsx';
import { ProofPart } from './proof-part.tsx';
import css from './register.module.css';
import { T } from './register-texts.ts';
import { useRegister, type Fields } from './use-register.ts';

function ApplicationForm({ onDone }: { onDone: (email: string) => void }) {
  const [form] = Form.useForm<Fields>();
  const steps = useRegister(form, onDone);
  const { problem, isBusy, isAgain, titles, own } = steps;
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => void steps.submit(values)}
    >
      {problem && (
        <Alert
          type="error"
          showIcon
          title={T('failed')}
          description={problem}
          role="alert"
          style={{ marginBottom: 16 }}
        />
      )}
      <ProofPart steps={steps} />
      <PersonPart isAgain={isAgain} />
      <PapersPart titles={titles} own={own} />
      <Form.Item name="isAgreed" valuePropName="checked">
        <Checkbox>{T('agree')}</Checkbox>
      </Form.Item>
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {T(isAgain ? 'resubmit' : 'submit')}
      </Button>
    </Form>
  );
}

function Received({ email }: { email: string }) {
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={T('received')}
      description={T('receivedHint', { email })}
      style={{ margin: '16px 0' }}
    />
  );
}

function NoTenant() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Alert type="info" showIcon title={T('noTenant')} style={{ margin: '16px 0' }} />
      <Button type="primary" block onClick={() => setOpen(true)}>
        {T('choose')}
      </Button>
      {isOpen && <TenantDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** People apply here to work for the chosen tenant. */
export function StaffRegisterPage() {
  const tenant = useSession((session) => session.tenant);
  const [email, setEmail] = useState<string | null>(null);
  return (
    <main className={sign['page']}>
      <section className={`${sign['box']} ${css['box']}`}>
        <h1 className={sign['title']}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {L('app.title')}
        </h1>
        <h2 className={sign['heading']}>{T('title')}</h2>
        {!tenant && <NoTenant />}
        {tenant && <p className={sign['slogan']}>{T('applyTo', { name: tenant.name })}</p>}
        {tenant && email === null && <ApplicationForm onDone={setEmail} />}
        {email !== null && <Received email={email} />}
        <Button type="link" href="/" style={{ paddingInline: 0, marginTop: 8 }}>
          {T('toSignIn')}
        </Button>
      </section>
    </main>
  );
}
