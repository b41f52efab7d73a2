import { Form, InputNumber } from 'antd';

import { askedOfMany } from '../../resource-client/tasks.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { L } from '../../lib/i18n/texts.ts';
import { actionLabel, actionQuestion } from '../../lib/labels.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { ActionForm } from '../action-form.tsx';
import { useListContext } from '../list-context.ts';
import { T } from './list-texts.ts';
import { useManyMove, useSelection } from './use-many.ts';

import type { Action } from '@kangmai/resource';
import type { Values } from '../../resource-client/body.ts';

/** Deleting more rows than this requires typing their number. */
const typedAbove = 20;

interface DialogProps {
  readonly onClose: () => void;
}

export function ManyActionDialog({ action, onClose }: DialogProps & { readonly action: Action }) {
  const { resource } = useListContext();
  const { count, meant } = useSelection();
  const move = useManyMove();
  const [form] = Form.useForm<Values>();
  const input = askedOfMany(resource, action);
  const draftOf = `${resource.name}.${action.wire}.${JSON.stringify(meant)}`;
  const done = (): void => {
    dropDraft(draftOf);
    onClose();
  };
  const runOnSelection = (values: Values): void => move.mutate({ action, values }, { onSuccess: done });
  return (
    <EntryDialog
      title={T('manyOf', { action: actionLabel(action), n: count })}
      confirmLoading={move.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      {(_leave, setDirty) => (
        <>
          {action.confirm && <p>{actionQuestion(action)}</p>}
          <ActionForm
            form={form}
            name="many-rows"
            draftOf={draftOf}
            resource={resource}
            input={input}
            onDirty={setDirty}
            onSubmit={runOnSelection}
          />
        </>
      )}
    </EntryDialog>
  );
}

/** Confirms the deletion of many rows; above a limit the number must be typed. */
export function ManyRemoveDialog({ onClose }: DialogProps) {
  const { count } = useSelection();
  const move = useManyMove();
  const [form] = Form.useForm<{ typed: number | null }>();
  const rule = {
    validator: (_rule: unknown, value: number | null) =>
      value === count ? Promise.resolve() : Promise.reject(new Error(T('typeNumber', { n: count }))),
  };
  return (
    <EntryDialog
      title={T('removeMany', { n: count })}
      okText={L('word.delete')}
      okButtonProps={{ danger: true }}
      confirmLoading={move.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <p>{T('removeHint')}</p>
      <Form form={form} name="many-remove" layout="vertical" onFinish={() => move.mutate({}, { onSuccess: onClose })}>
        {count > typedAbove && (
          <Form.Item name="typed" label={T('typeNumber', { n: count })} rules={[rule]} validateTrigger="onSubmit">
            <InputNumber controls={false} autoFocus />
          </Form.Item>
        )}
      </Form>
    </EntryDialog>
  );
}
