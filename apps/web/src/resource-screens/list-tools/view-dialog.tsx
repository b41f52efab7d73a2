import { Alert, Checkbox, Form, Input, Radio } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { FormDraft } from '../traits/drafts/form-draft.tsx';
import { T } from './list-texts.ts';

export interface ViewNaming {
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
}

interface ViewDialogProps {
  readonly draftOf: string;
  readonly title: string;
  readonly usual: ViewNaming;
  /** A filter is active that the view will not store. */
  readonly hasUnkept: boolean;
  readonly isSaving: boolean;
  readonly onSave: (naming: ViewNaming) => void;
  readonly onClose: () => void;
}

export function ViewDialog({ draftOf, title, usual, hasUnkept, isSaving, onSave, onClose }: ViewDialogProps) {
  const [form] = Form.useForm<ViewNaming>();
  return (
    <EntryDialog
      title={title}
      okText={L('word.save')}
      confirmLoading={isSaving}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form form={form} name="list-view" layout="vertical" initialValues={usual} onFinish={onSave}>
        <FormDraft of={draftOf} />
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
    </EntryDialog>
  );
}
