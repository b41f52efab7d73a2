import { Button, Dropdown, Form, Input } from 'antd';
import { useState } from 'react';

import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { T } from './device-texts.ts';
import { commandLabel, useMayCommand, useSendCommand, type CommandName } from './use-send-command.ts';

const offered: readonly CommandName[] = ['find', 'locate', 'measure', 'message', 'timeSync', 'reboot'];

interface DialogProps {
  readonly draftOf: string;
  readonly isBusy: boolean;
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

function MessageDialog({ draftOf, isBusy, onSend, onClose }: DialogProps) {
  const [form] = Form.useForm<{ text: string }>();
  return (
    <EntryDialog title={T('messageTitle')} confirmLoading={isBusy} onOk={() => form.submit()} onClose={onClose}>
      <Form form={form} name="watch-message" layout="vertical" onFinish={({ text }) => onSend(text.trim())}>
        <FormDraft of={draftOf} />
        <Form.Item
          name="text"
          label={T('messageText')}
          rules={[{ required: true, whitespace: true, message: T('messageMissing') }]}
        >
          <Input.TextArea rows={3} maxLength={100} showCount />
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}

/** Commands for a device; empty without permission. */
export function CommandMenu({ imei, isRow = false }: { readonly imei: string; readonly isRow?: boolean }) {
  const [isWriting, setWriting] = useState(false);
  const send = useSendCommand();
  const mayCommand = useMayCommand();
  if (!mayCommand) return null;
  const sendCommand = (command: string): void => {
    if (command === 'message') setWriting(true);
    else send.mutate({ imei, command: command as CommandName });
  };
  const draftOf = `watch-message.${imei}`;
  const sent = (): void => {
    dropDraft(draftOf);
    setWriting(false);
  };
  const name = T('commandsOf', { name: imei });
  const items = offered.map((key) => ({ key, label: commandLabel(key) }));
  return (
    <>
      {isRow ? (
        <MenuButton name={name} word={T('command')} items={items} onPick={sendCommand} />
      ) : (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => sendCommand(key) }}>
          <Button loading={send.isPending} aria-label={name}>
            {T('command')}
          </Button>
        </Dropdown>
      )}
      {isWriting && (
        <MessageDialog
          draftOf={draftOf}
          isBusy={send.isPending}
          onClose={() => setWriting(false)}
          onSend={(text) => send.mutate({ imei, command: 'message', args: { text } }, { onSuccess: sent })}
        />
      )}
    </>
  );
}
