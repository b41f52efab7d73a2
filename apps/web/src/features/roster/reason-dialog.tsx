import { Form, Input } from 'antd';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { T } from './roster-texts.ts';

/** What is done with a reason. */
export interface Reasoned {
  readonly title: string;
  readonly hint?: string;
  readonly run: (reason: string) => Promise<unknown>;
}

const draftOf = 'roster.reason';

/** Asks for the reason of a stop, a swap or a short rest. */
export function ReasonDialog({ asked, onClose }: { readonly asked: Reasoned; readonly onClose: () => void }) {
  const [form] = Form.useForm<{ readonly reason: string }>();
  const [isBusy, setBusy] = useState(false);
  const tell = useFailureNotice();
  const run = async ({ reason }: { readonly reason: string }): Promise<void> => {
    setBusy(true);
    try {
      await asked.run(reason.trim());
      dropDraft(draftOf);
      onClose();
    } catch (error) {
      tell(error, T('failed'));
      setBusy(false);
    }
  };
  return (
    <EntryDialog
      title={asked.title}
      confirmLoading={isBusy}
      isChanged={isBusy ? false : undefined}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form form={form} name="roster-reason" layout="vertical" onFinish={(values) => void run(values)}>
        <FormDraft of={draftOf} />
        {asked.hint !== undefined && <p>{asked.hint}</p>}
        <Form.Item
          name="reason"
          label={T('reason')}
          rules={[{ required: true, whitespace: true, min: 2, message: T('reasonNeeded') }]}
        >
          <Input.TextArea rows={3} maxLength={100} autoFocus />
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}
