import { gzhTemplate } from '@kangmai/model/platform';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { useCan } from '../../lib/permissions.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { readLogsAgain } from './gzh-logs-key.ts';
import { T } from './gzh-texts.ts';

function TestDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<{ openId: string }>();
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: ({ openId }: { readonly openId: string }) =>
      api.post<{ readonly ok: boolean; readonly message: string }>('GzhTemplate/TestSend', { id, openId }),
    onSuccess: async (answer) => {
      await readLogsAgain();
      if (!answer.ok) return setProblem(answer.message);
      void message.success(answer.message);
      onClose();
    },
    onError: (error) => setProblem(failureSentence(error)),
  });
  return (
    <EntryDialog
      title={T('testSend')}
      okText={T('send')}
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      {problem !== undefined && (
        <Alert type="error" showIcon role="alert" title={problem} style={{ marginBottom: 16 }} />
      )}
      <p>{T('testHint')}</p>
      <Form form={form} name="gzh-test" layout="vertical" autoComplete="off" onFinish={(given) => send.mutate(given)}>
        <Form.Item
          name="openId"
          label={T('openId')}
          rules={[{ required: true, whitespace: true, message: T('openIdMissing') }]}
        >
          <Input maxLength={64} autoFocus />
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}

/** Sends the template of a row to an open id, with test words. */
export function TestSendButton() {
  const row = useRowContext(gzhTemplate);
  const mayEdit = useCan('Pages.Basicplatform.GzhSetting.Edit');
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <LinkButton aria-label={`${T('testSend')}：${rowName(gzhTemplate, row)}`} onClick={() => setOpen(true)}>
        {T('tryIt')}
      </LinkButton>
      {isOpen && <TestDialog id={row.id} onClose={() => setOpen(false)} />}
    </>
  );
}
