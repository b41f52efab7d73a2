import { visibleLength } from '@kangmai/domain';
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { T } from './message-texts.ts';

interface Asked {
  readonly tenancyName?: string;
  readonly recipient: string;
  readonly reason: string;
}

const fewestLetters = 3;
const draftOf = 'whole-text';

const checkReason = async (_rule: unknown, reason: string | undefined): Promise<void> => {
  if (visibleLength(reason ?? '') < fewestLetters) throw new Error(T('reasonMissing'));
};

export function WholeTextDialog({ onClose }: { readonly onClose: () => void }) {
  const [form] = Form.useForm<Asked>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const requestText = async (asked: Asked): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setText(null);
    try {
      const { body } = await api.post<{ readonly body: string }>('OutgoingMessages/GetWholeText', asked);
      dropDraft(draftOf);
      setText(body);
    } catch (error) {
      setProblem(failureSentence(error));
    }
    setBusy(false);
  };
  return (
    <EntryDialog
      title={T('read')}
      okText={L('word.view')}
      cancelText={L('word.close')}
      confirmLoading={isBusy}
      isChanged={text === null ? undefined : false}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name="whole-text"
        layout="vertical"
        autoComplete="off"
        onFinish={(asked) => void requestText(asked)}
      >
        <FormDraft of={draftOf} />
        <p>{T('readHint')}</p>
        {problem && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={T('failed')}
            description={problem}
            style={{ marginBottom: 16 }}
          />
        )}
        <Form.Item name="tenancyName" label={T('tenant')}>
          <Input maxLength={64} placeholder={T('tenantHint')} autoFocus />
        </Form.Item>
        <Form.Item
          name="recipient"
          label={T('recipient')}
          rules={[{ required: true, whitespace: true, message: T('recipientMissing') }]}
        >
          <Input maxLength={256} />
        </Form.Item>
        <Form.Item name="reason" label={T('reason')} required rules={[{ validator: checkReason }]}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
      {text !== null && (
        <section aria-live="polite" aria-label={T('text')} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </section>
      )}
    </EntryDialog>
  );
}
