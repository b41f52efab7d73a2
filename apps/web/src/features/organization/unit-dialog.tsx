import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, Form, Input } from 'antd';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { createUnit, updateUnit, type UnitRow } from '../../resource-client/units.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { T } from './units-texts.ts';

interface Values {
  readonly displayName: string;
  readonly isShowroom: boolean;
}

interface UnitDialogProps {
  /** The unit that is changed; null for a new one. */
  readonly unit: UnitRow | null;
  /** The unit above a new one; null at the top. */
  readonly parent: UnitRow | null;
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

const titleOf = (unit: UnitRow | null, parent: UnitRow | null): string => {
  if (unit) return T('renameOf', { name: unit.displayName });
  return parent ? T('createBelowOf', { name: parent.displayName }) : T('createTop');
};

/** Creates or changes a unit. */
export function UnitDialog({ unit, parent, onSaved, onClose }: UnitDialogProps) {
  const [form] = Form.useForm<Values>();
  const { message } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  const draftOf = `unit.${unit?.id ?? 'new'}.${parent?.id ?? ''}`;
  const save = useMutation({
    mutationFn: (values: Values) =>
      unit
        ? updateUnit({ ...values, id: unit.id, rowVersion: unit.rowVersion })
        : createUnit({ ...values, parentId: parent?.id ?? null }),
    async onSuccess({ id }) {
      dropDraft(draftOf);
      message.success(T('saved'));
      await client.invalidateQueries({ queryKey: ['units'] });
      onSaved(id);
    },
    onError(error) {
      const problem =
        error instanceof ApiError
          ? error.validationErrors.find(({ members }) => members.includes('displayName'))
          : undefined;
      if (problem) form.setFields([{ name: 'displayName', errors: [problem.message] }]);
      else failed(error);
    },
  });
  return (
    <EntryDialog
      title={titleOf(unit, parent)}
      okText={L('word.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name="unit"
        layout="vertical"
        initialValues={{ displayName: unit?.displayName ?? '', isShowroom: unit?.isShowroom ?? false }}
        onFinish={(values) => save.mutate(values)}
      >
        <FormDraft of={draftOf} />
        <Form.Item
          name="displayName"
          label={T('name')}
          rules={[{ required: true, whitespace: true, message: T('nameNeeded') }]}
        >
          <Input maxLength={128} showCount autoFocus />
        </Form.Item>
        <Form.Item name="isShowroom" valuePropName="checked">
          <Checkbox>{T('showroom')}</Checkbox>
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}
