import dayjs, { type Dayjs } from 'dayjs';
import { Form, Input } from 'antd';

import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { DayPicker } from '../../ui/date-picker.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { T } from './calendar-texts.ts';
import css from './calendar.module.css';
import { readNotice, type ListedDay } from './read-notice.ts';
import { useSaveYear, type YearRow } from './use-year.ts';

interface NoticeInput {
  readonly notice: string;
  readonly issuedOn: string;
  readonly text: string;
}

interface DayBoxProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (day: string | null) => void;
}

const DayBox = ({ id, value, onChange }: DayBoxProps) => (
  <DayPicker
    {...(id !== undefined && { id })}
    value={value ? dayjs(value) : null}
    format="YYYY-MM-DD"
    onChange={(day: Dayjs | null) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
  />
);

const countOf = (days: readonly ListedDay[], kind: ListedDay['kind']): number =>
  days.filter((day) => day.kind === kind).length;

const needed = (field: string) => ({ required: true, message: T('needed', { field }) });

interface ImportDialogProps {
  readonly year: number;
  readonly row: YearRow | null;
  readonly onClose: () => void;
}

/** Takes the days of a year from the text of its notice. */
export function ImportDialog({ year, row, onClose }: ImportDialogProps) {
  const [form] = Form.useForm<NoticeInput>();
  const found = readNotice(year, Form.useWatch('text', form) ?? '');
  const draftOf = `workYear.${year}`;
  const save = useSaveYear(row, () => {
    dropDraft(draftOf);
    onClose();
  });
  const issuedOn = row?.values.issuedOn;
  return (
    <EntryDialog
      title={T(row ? 'import' : 'create', { year })}
      width={640}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name={draftOf}
        layout="vertical"
        initialValues={{ notice: row?.values.notice ?? '', ...(issuedOn && { issuedOn }), text: '' }}
        onFinish={({ notice, issuedOn: issued, text }) =>
          save.mutate({ year, notice: notice.trim(), issuedOn: issued, days: readNotice(year, text) })
        }
      >
        <FormDraft of={draftOf} />
        <div className={css['inputs']}>
          <Form.Item name="notice" label={T('noticeNo')} rules={[needed(T('noticeNo'))]}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <Form.Item name="issuedOn" label={T('issuedOn')} rules={[needed(T('issuedOn'))]}>
            <DayBox />
          </Form.Item>
        </div>
        <Form.Item
          name="text"
          label={T('paste')}
          extra={T('pasteHint', { year })}
          rules={[
            {
              validator: (_, text: string) =>
                readNotice(year, text).length > 0 ? Promise.resolve() : Promise.reject(new Error(T('nothing'))),
            },
          ]}
        >
          <Input.TextArea rows={9} maxLength={4000} />
        </Form.Item>
        {found.length > 0 && (
          <p className={css['found']} role="status">
            {T('found', { off: countOf(found, 'holiday'), worked: countOf(found, 'makeUp') })}
          </p>
        )}
      </Form>
    </EntryDialog>
  );
}
