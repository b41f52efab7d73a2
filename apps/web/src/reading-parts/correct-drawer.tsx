import { useMutation } from '@tanstack/react-query';
import { App, Button, Drawer, Form, Input } from 'antd';

import { fieldOfMember, type Values } from '../resource-client/body.ts';
import { correctReading, keyedValues } from '../resource-client/corrections.ts';
import { placedRefusals } from '../resource-client/refusals.ts';
import { dropDraft } from '../resource-client/use-draft.ts';
import { useRow } from '../resource-client/use-row.ts';
import { L } from '../lib/i18n/texts.ts';
import { resourceTitle } from '../lib/labels.ts';
import { shortFigures } from '../lib/reading-words.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { FormKeys, SaveKey } from '../ui/entry/form-keys.tsx';
import { useAskBeforeClose } from '../ui/entry/use-ask-before-close.ts';
import { FormDraft } from '../resource-screens/traits/drafts/form-draft.tsx';
import { FormFields } from '../resource-screens/form-fields.tsx';
import { rowValues } from '../resource-screens/form-values.ts';
import { entryFields } from './entry-fields.ts';
import { isReversed } from './pressure-order.ts';
import { PersonOfReading } from './person-of-reading.tsx';
import { T } from './reading-part-texts.ts';
import css from './readings.module.css';
import { reasonRules } from './reason-rules.ts';
import { refreshReadings } from './refresh-readings.ts';

import type { ScreenRow } from '../resource-client/row.ts';
import type { ReadingDialogProps } from './void-dialog.tsx';

interface CorrectFormProps extends ReadingDialogProps {
  readonly onDirty: () => void;
}

function CorrectForm({ kind, resource, row, onClose, onDone, onDirty }: CorrectFormProps) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const [form] = Form.useForm<Values>();
  const draftOf = `correct.${kind}.${row.id}`;
  const { figures, rest } = entryFields(resource);
  const inputs = Object.fromEntries([...figures, ...rest]);
  const run = useMutation({
    mutationFn: ({ reason, ...values }: Values) =>
      correctReading(kind, {
        id: row.id,
        values: { ...values, client: row.values['client'] },
        reason: String(reason).trim(),
      }),
    onSuccess: () => {
      dropDraft(draftOf);
      message.success(T('didCorrect', { kind: resourceTitle(resource) }));
      onDone(refreshReadings(resource, row.id));
    },
    onError: (error) => {
      const { placed, isWhole } = placedRefusals(error, (member) =>
        member === 'reason' ? member : fieldOfMember(inputs, member),
      );
      form.setFields(placed);
      if (!isWhole) tell(error);
    },
  });
  const isWrong = (values: Values): boolean => {
    const reversed = kind === 'bp' && isReversed(values);
    if (kind === 'bp') form.setFields([{ name: 'low', errors: reversed ? [T('pressureOrder')] : [] }]);
    return reversed;
  };
  const onValuesChange = (part: Values, values: Values): void => {
    onDirty();
    if ('reason' in part) form.setFields([{ name: 'reason', errors: [] }]);
    isWrong(values);
  };
  const saveCorrection = (values: Values): void => {
    if (!isWrong(values)) run.mutate(values);
  };
  return (
    <Form
      form={form}
      name={`correct-${row.id}`}
      layout="vertical"
      initialValues={rowValues([...figures, ...rest], row)}
      onFinish={saveCorrection}
      onValuesChange={onValuesChange}
      scrollToFirstError={{ focus: true }}
    >
      <FormKeys hasFocus={false}>
        <FormDraft of={draftOf} onUse={onDirty} />
        <p className={css['note']}>{T('former', { figures: shortFigures(kind, keyedValues(resource, row)) })}</p>
        <FormFields resource={resource} fields={figures} mode="create" />
        <Form.Item
          name="reason"
          label={T('reason')}
          extra={T('reasonHint')}
          rules={reasonRules}
          validateTrigger={[]}
          className={css['reason'] ?? ''}
          required
        >
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
        <FormFields resource={resource} fields={rest} mode="create" />
        <div className={css['foot']}>
          <Button type="primary" htmlType="submit" loading={run.isPending}>
            {L('word.save')}
          </Button>
          <Button onClick={onClose}>{L('word.cancel')}</Button>
          <SaveKey />
        </div>
      </FormKeys>
    </Form>
  );
}

const focusNumber = (isOpen: boolean): void => {
  if (isOpen) document.querySelector<HTMLInputElement>('[data-correct] input[role="spinbutton"]')?.focus();
};

export function CorrectDrawer({ kind, resource, row, onClose, onDone }: ReadingDialogProps) {
  const { leave, setDirty } = useAskBeforeClose(onClose);
  const { data, error, refetch } = useRow(resource, row.id, { fresh: true });
  const whole: ScreenRow | undefined = data && { ...data, joined: { ...row.joined, ...data.joined } };
  return (
    <Drawer
      open
      title={
        <>
          {T('correctTitle', { kind: resourceTitle(resource) })}
          {L('word.colon')}
          <PersonOfReading row={row} />
        </>
      }
      size={640}
      onClose={leave}
      afterOpenChange={focusNumber}
      destroyOnHidden
    >
      <div data-correct="">
        {whole && (
          <CorrectForm
            kind={kind}
            resource={resource}
            row={whole}
            onClose={leave}
            onDone={onDone}
            onDirty={() => setDirty(true)}
          />
        )}
        {!whole && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
      </div>
    </Drawer>
  );
}
