import { Alert, Form, Input, Radio } from 'antd';
import { useState, type ReactNode } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { T } from './grounds-texts.ts';

/** Why somebody acts in another name, and for how long. */
export interface Grounds {
  readonly reason: string;
  readonly minutes: number;
}

interface GroundsDialogProps {
  readonly title: string;
  readonly hint: string;
  /** The title of a refusal. */
  readonly failed: string;
  /** What restores a draft of the form. */
  readonly draft: ReactNode;
  readonly onEnter: (grounds: Grounds) => Promise<void>;
  readonly onClose: () => void;
}

const durations = [15, 30, 60];

/** Asks for the grounds of acting in another name. */
export function GroundsDialog({ title, hint, failed, draft, onEnter, onClose }: GroundsDialogProps) {
  const [form] = Form.useForm<Grounds>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async ({ reason, minutes }: Grounds): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await onEnter({ reason: reason.trim(), minutes });
    } catch (error) {
      setProblem(failureSentence(error));
      setBusy(false);
    }
  };
  return (
    <EntryDialog
      title={title}
      okText={T('signIn')}
      confirmLoading={isBusy}
      isChanged={isBusy ? false : undefined}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name="grounds"
        layout="vertical"
        initialValues={{ minutes: durations[1] }}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void enter(values)}
      >
        {draft}
        <p>{hint}</p>
        {problem && (
          <Alert type="error" showIcon role="alert" title={failed} description={problem} style={{ marginBottom: 16 }} />
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
