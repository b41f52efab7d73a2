import { Alert, Form, Input, Radio } from 'antd';
import { useState } from 'react';

import { askImpersonation } from '../../resource-client/tenants.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { leaveFor } from '../../lib/session/leave-for.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { T } from './tenant-texts.ts';

interface Grounds {
  readonly reason: string;
  readonly minutes: number;
}

const durations = [15, 30, 60];

export function ImpersonateDialog({
  id,
  name,
  onClose,
}: {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const [form] = Form.useForm<Grounds>();
  const draftOf = `impersonate.${id}`;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enterTenant = async ({ reason, minutes }: Grounds): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { impersonationToken, tenantId } = await askImpersonation({ tenantId: id, reason: reason.trim(), minutes });
      dropDraft(draftOf);
      await leaveFor({ impersonationToken, tenantId });
    } catch (error) {
      setProblem(failureSentence(error));
      setBusy(false);
    }
  };
  return (
    <EntryDialog
      title={T('impersonateOf', { name })}
      okText={T('signIn')}
      confirmLoading={isBusy}
      isChanged={isBusy ? false : undefined}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name="impersonate"
        layout="vertical"
        initialValues={{ minutes: durations[1] }}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void enterTenant(values)}
      >
        <FormDraft of={draftOf} />
        <p>{T('impersonateHint')}</p>
        {problem && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={T('impersonateFailed')}
            description={problem}
            style={{ marginBottom: 16 }}
          />
        )}
        <Form.Item
          name="reason"
          label={T('reason')}
          rules={[{ required: true, whitespace: true, message: T('reasonMissing') }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount autoFocus />
        </Form.Item>
        <Form.Item
          name="minutes"
          label={T('minutes')}
          style={{ marginTop: 32 }}
          rules={[{ required: true, message: T('minutesMissing') }]}
        >
          <Radio.Group
            aria-label={T('minutes')}
            options={durations.map((n) => ({ value: n, label: T('minutesOf', { n }) }))}
          />
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}
