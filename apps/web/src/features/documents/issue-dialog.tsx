import { Form, Input } from 'antd';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { issuePaper, type PaperKey } from '../../resource-client/documents.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { P } from './print-texts.ts';

interface DialogProps {
  readonly of: PaperKey;
  /** The version that is corrected; 0: there is none. */
  readonly former: number;
  readonly onClose: () => void;
}

const draftOf = ({ key, id }: PaperKey): string => `issue.${key}.${id}`;

/** Issues a paper; a correction asks for its reason. */
export function IssueDialog({ of, former, onClose }: DialogProps) {
  const [form] = Form.useForm<{ readonly reason?: string }>();
  const [isBusy, setBusy] = useState(false);
  const tell = useFailureNotice();
  const run = async (reason: string | undefined): Promise<void> => {
    setBusy(true);
    try {
      await issuePaper(of, reason?.trim());
      dropDraft(draftOf(of));
      location.assign(location.pathname);
    } catch (error) {
      tell(error, P('issueFailed'));
      setBusy(false);
    }
  };
  return (
    <EntryDialog
      title={P(former === 0 ? 'issue' : 'correct')}
      okText={P('issue')}
      confirmLoading={isBusy}
      isChanged={isBusy ? false : undefined}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form form={form} layout="vertical" onFinish={({ reason }) => void run(reason)}>
        {former > 0 && <FormDraft of={draftOf(of)} />}
        <p>{P('issueHint')}</p>
        {former > 0 && (
          <>
            <p>{P('correctHint', { n: former })}</p>
            <Form.Item
              name="reason"
              label={P('reason')}
              rules={[{ required: true, whitespace: true, message: P('reasonNeeded') }]}
            >
              <Input.TextArea rows={3} maxLength={200} autoFocus />
            </Form.Item>
          </>
        )}
      </Form>
    </EntryDialog>
  );
}
