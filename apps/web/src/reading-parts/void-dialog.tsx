import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';

import { keyedValues, voidReading } from '../resource-client/corrections.ts';
import { dropDraft } from '../resource-client/use-draft.ts';
import { FormDraft } from '../resource-screens/traits/drafts/form-draft.tsx';
import { formatMinute } from '../lib/dates.ts';
import { resourceTitle } from '../lib/labels.ts';
import { shortFigures } from '../lib/reading-words.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { DescriptionList } from '../ui/description-list.tsx';
import { EntryDialog } from '../ui/entry/entry-dialog.tsx';
import { PersonOfReading } from './person-of-reading.tsx';
import { T } from './reading-part-texts.ts';
import css from './readings.module.css';
import { reasonRules } from './reason-rules.ts';
import { refreshReadings } from './refresh-readings.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';

export interface ReadingDialogProps {
  readonly kind: ReadingKind;
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly onClose: () => void;
  /** Called after saving; the row now has another id. `refreshed` resolves when the lists are refetched. */
  readonly onDone: (refreshed: Promise<void>) => void;
}

interface Values {
  readonly reason: string;
}

export function VoidDialog({ kind, resource, row, onClose, onDone }: ReadingDialogProps) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const [form] = Form.useForm<Values>();
  const draftOf = `void.${kind}.${row.id}`;
  const title = resourceTitle(resource);
  const run = useMutation({
    mutationFn: ({ reason }: Values) =>
      voidReading(kind, { id: row.id, measuredAt: row.values['measuredAt'] as Date, reason: reason.trim() }),
    onSuccess: () => {
      dropDraft(draftOf);
      message.success(T('didVoid', { kind: title }));
      onDone(refreshReadings(resource, row.id));
    },
    onError: (error) => tell(error),
  });
  const facts = [
    { label: T('person'), value: <PersonOfReading row={row} /> },
    { label: T('value'), value: shortFigures(kind, keyedValues(resource, row)) },
    { label: T('measuredAt'), value: formatMinute(row.values['measuredAt'] as Date) },
  ];
  const isOfDevice = row.values['device'] !== null;
  return (
    <EntryDialog
      title={T('voidTitle', { kind: title })}
      okText={T('void')}
      okButtonProps={{ danger: true }}
      confirmLoading={run.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <div className={css['facts']}>
        <DescriptionList columns={1} items={facts} />
      </div>
      <Alert
        type={isOfDevice ? 'warning' : 'info'}
        showIcon
        title={T('voidHint')}
        {...(isOfDevice && { description: T('deviceHint') })}
        className={css['hint'] ?? ''}
      />
      <Form
        form={form}
        name={`void-${row.id}`}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => run.mutate(values)}
        onValuesChange={() => form.setFields([{ name: 'reason', errors: [] }])}
      >
        <FormDraft of={draftOf} />
        <Form.Item name="reason" label={T('reason')} rules={reasonRules} validateTrigger={[]} required>
          <Input.TextArea rows={2} maxLength={200} autoFocus />
        </Form.Item>
      </Form>
    </EntryDialog>
  );
}
