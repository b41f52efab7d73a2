import { Form, Input, Radio } from 'antd';

import { formatDay } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/units.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { T } from './energy-texts.ts';
import { numberIn, type Cause, type Draft } from './meter-draft.ts';

import type { Meter } from '../../resource-client/energy.ts';

interface CauseDialogProps {
  readonly meter: Meter;
  readonly draft: Draft;
  readonly onConfirm: (cause: Cause) => void;
  readonly onClose: () => void;
}

interface Values {
  readonly kind: Cause['kind'];
  readonly reason: string;
  readonly formerEnd?: string;
  readonly newStart?: string;
}

const causeOf = ({ kind, reason, formerEnd = '', newStart = '' }: Values): Cause => ({
  kind,
  reason: reason.trim(),
  formerEnd: numberIn(formerEnd),
  newStart: numberIn(newStart),
});

const ruleOf = (isSound: (number: number) => boolean, message: string) => ({
  validator: (_: unknown, text = '') => {
    const number = numberIn(String(text));
    if (String(text).trim() === '') return Promise.resolve();
    if (number === null) return Promise.reject(new Error(T('wrong')));
    return isSound(number) ? Promise.resolve() : Promise.reject(new Error(message));
  },
});

function ChangedMeter({ former, reading }: { readonly former: number; readonly reading: number }) {
  return (
    <>
      <Form.Item
        name="formerEnd"
        label={T('formerEnd')}
        extra={T('formerEndHint')}
        rules={[ruleOf((number) => number >= former, T('formerEndLow', { former: formatNumber(former, 2) }))]}
      >
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="newStart"
        label={T('newStart')}
        extra={T('newStartHint')}
        rules={[ruleOf((number) => number <= reading, T('newStartHigh', { reading: formatNumber(reading, 2) }))]}
      >
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
    </>
  );
}

const textOf = (number: number | null | undefined): string => String(number ?? '');

export function CauseDialog({ meter, draft, onConfirm, onClose }: CauseDialogProps) {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form);
  const [former, reading] = [meter.lastReading ?? 0, numberIn(draft.text) ?? 0];
  const { cause } = draft;
  const draftOf = `cause.${meter.id}`;
  return (
    <EntryDialog
      title={T('belowTitle', { name: meter.name })}
      okText={T('confirm')}
      cancelText={T('again')}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <p>
        {T('belowText', {
          reading: formatNumber(reading, 2),
          former: formatNumber(former, 2),
          day: formatDay(meter.lastReadDate),
        })}
      </p>
      <Form
        form={form}
        name={`cause-${meter.id}`}
        layout="vertical"
        initialValues={{
          kind: cause?.kind ?? 'changed',
          reason: cause?.reason ?? '',
          formerEnd: textOf(cause?.formerEnd),
          newStart: textOf(cause?.newStart),
        }}
        onFinish={(values) => {
          dropDraft(draftOf);
          onConfirm(causeOf(values));
        }}
      >
        <FormDraft of={draftOf} />
        <Form.Item name="kind">
          <Radio.Group
            aria-label={T('below', { former: formatNumber(former, 2) })}
            options={[
              { value: 'changed', label: T('changed') },
              { value: 'rolled', label: T('rolled') },
            ]}
          />
        </Form.Item>
        {kind !== 'rolled' && <ChangedMeter former={former} reading={reading} />}
        <Form.Item
          name="reason"
          label={T('reason')}
          rules={[{ required: true, whitespace: true, message: T('reasonNeeded') }]}
        >
          <Input.TextArea maxLength={200} rows={2} placeholder={T('reasonHint')} />
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}
