import { Alert, App, Button, Input, Modal, Space } from 'antd';

import { T } from './ingest-texts.ts';

interface KeyDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a source's new key once; the browser does not store it. */
export function KeyDialog({ name, secret, onClose }: KeyDialogProps) {
  const { message } = App.useApp();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      message.success(T('copied'));
    } catch {
      message.warning(T('notCopied'));
    }
  };
  return (
    <Modal
      open
      title={T('keyOf', { name })}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {T('keep')}
        </Button>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Alert type="warning" showIcon title={T('keyOnce')} description={T('keyOnceHint')} />
        <Space.Compact block>
          <Input
            readOnly
            aria-label={T('key')}
            value={secret}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
          />
          <Button onClick={() => void copy()}>{T('copy')}</Button>
        </Space.Compact>
      </Space>
    </Modal>
  );
}
