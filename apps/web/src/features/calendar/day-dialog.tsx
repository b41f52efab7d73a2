import { replacedWeekdays } from '@kangmai/model/calendar';
import { Form, Input, Radio, Select } from 'antd';

import { culture } from '../../lib/i18n/i18n.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { namedPopup } from '../../ui/named-popup.tsx';
import { T } from './calendar-texts.ts';
import { englishOf, type ListedDay } from './read-notice.ts';
import { useSaveYear, type YearRow } from './use-year.ts';

interface DayInput {
  readonly kind: ListedDay['kind'] | 'usual';
  readonly name?: string;
  readonly nameEn?: string;
  readonly weekday?: ListedDay['weekday'];
}

const needed = (label: string) => ({ required: true, whitespace: true, message: T('needed', { field: label }) });

const weekdayOptions = () =>
  Object.entries(replacedWeekdays.entries).map(([value, { label, en }]) => ({
    value,
    label: culture() === 'en' ? en : label,
  }));

function listedDay(day: string, { kind, name = '', nameEn = '', weekday = null }: DayInput): readonly ListedDay[] {
  if (kind === 'usual') return [];
  return [{ day, kind, name: name.trim(), nameEn: nameEn.trim(), weekday: kind === 'makeUp' ? weekday : null }];
}

function Names() {
  const form = Form.useFormInstance<DayInput>();
  return (
    <>
      <Form.Item name="name" label={T('name')} rules={[needed(T('name'))]}>
        <Input
          maxLength={20}
          autoComplete="off"
          onChange={({ target }) => {
            const english = englishOf(target.value.trim());
            if (english !== undefined) form.setFieldValue('nameEn', english);
          }}
        />
      </Form.Item>
      <Form.Item name="nameEn" label={T('nameEn')} rules={[needed(T('nameEn'))]}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
    </>
  );
}

interface DayDialogProps {
  readonly day: string;
  readonly row: YearRow;
  readonly onClose: () => void;
}

export function DayDialog({ day, row, onClose }: DayDialogProps) {
  const [form] = Form.useForm<DayInput>();
  const days = row.values.days as readonly ListedDay[];
  const own = days.find((each) => each.day === day);
  const kind = Form.useWatch('kind', form) ?? own?.kind ?? 'usual';
  const draftOf = `workDay.${day}`;
  const save = useSaveYear(row, () => {
    dropDraft(draftOf);
    onClose();
  });
  return (
    <EntryDialog
      title={T('editDay', { day })}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name={draftOf}
        layout="vertical"
        initialValues={own ?? { kind: 'usual' }}
        onFinish={(input) => save.mutate({ days: [...days.filter((each) => each !== own), ...listedDay(day, input)] })}
      >
        <FormDraft of={draftOf} />
        <Form.Item name="kind" label={T('kind')}>
          <Radio.Group
            options={(['usual', 'holiday', 'makeUp'] as const).map((value) => ({ value, label: T(value) }))}
          />
        </Form.Item>
        {kind !== 'usual' && <Names />}
        {kind === 'makeUp' && (
          <Form.Item name="weekday" label={T('weekday')} rules={[{ required: true, message: T('chooseWeekday') }]}>
            <Select popupRender={namedPopup} options={weekdayOptions()} />
          </Form.Item>
        )}
      </Form>
    </EntryDialog>
  );
}
