import { Alert, Checkbox, Form, Input, Modal, Radio } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { T } from './list-texts.ts';

export interface ViewNaming {
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
}

interface ViewDialogProps {
  readonly title: string;
  readonly usual: ViewNaming;
  /** Something is asked for that the view will not keep. */
  readonly hasUnkept: boolean;
  readonly isSaving: boolean;
  readonly onSave: (naming: ViewNaming) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view and who may use it. */
export function ViewDialog({ title, usual, hasUnkept, isSaving, onSave, onClose }: ViewDialogProps) {
  const [form] = Form.useForm<ViewNaming>();
  return (
    <Modal
      open
      title={title}
      okText={L('word.save')}
      cancelText={L('word.cancel')}
      confirmLoading={isSaving}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} name="list-view" layout="vertical" initialValues={usual} onFinish={onSave}>
        <Form.Item
          name="name"
          label={T('viewName')}
          rules={[{ required: true, whitespace: true, message: T('nameNeeded') }]}
        >
          <Input maxLength={32} showCount autoFocus />
        </Form.Item>
        <Form.Item name="isShared" label={T('whoSees')}>
          <Radio.Group
            options={[
              { value: false, label: T('onlyMe') },
              { value: true, label: T('tenant') },
            ]}
          />
        </Form.Item>
        <Form.Item name="isDefault" valuePropName="checked">
          <Checkbox>{T('openWith')}</Checkbox>
        </Form.Item>
      </Form>
      {hasUnkept && <Alert type="info" showIcon title={T('unkept')} />}
    </Modal>
  );
}
