import { Form, Input } from 'antd';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { BookingsPart } from './bookings-part.tsx';
import { T } from './roster-texts.ts';

import type { BookingsOfStop } from '../../resource-client/roster.ts';

export interface Reasoned {
  readonly title: string;
  readonly hint?: string;
  /** The number of bookings that are moved or cancelled with it. */
  readonly booked?: number;
  readonly run: (reason: string, bookings?: BookingsOfStop) => Promise<unknown>;
}

interface Values {
  readonly reason: string;
  readonly bookings?: BookingsOfStop['bookings'];
  readonly bookingsTo?: number | null;
}

const settlementOf = ({ bookings, bookingsTo = null }: Values): BookingsOfStop | undefined =>
  bookings && { bookings, bookingsTo: bookings === 'move' ? bookingsTo : null };

const draftOf = 'roster.reason';

export function ReasonDialog({ asked, onClose }: { readonly asked: Reasoned; readonly onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const tell = useFailureNotice();
  const run = async (values: Values): Promise<void> => {
    setBusy(true);
    try {
      await asked.run(values.reason.trim(), settlementOf(values));
      dropDraft(draftOf);
      onClose();
    } catch (error) {
      tell(error, T('failed'));
      setBusy(false);
    }
  };
  return (
    <EntryDialog
      title={asked.title}
      confirmLoading={isBusy}
      isChanged={isBusy ? false : undefined}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form form={form} name="roster-reason" layout="vertical" onFinish={(values) => void run(values)}>
        <FormDraft of={draftOf} />
        {asked.hint !== undefined && <p>{asked.hint}</p>}
        <Form.Item
          name="reason"
          label={T('reason')}
          rules={[{ required: true, whitespace: true, min: 2, message: T('reasonNeeded') }]}
        >
          <Input.TextArea rows={3} maxLength={100} autoFocus />
        </Form.Item>
        {asked.booked !== undefined && asked.booked > 0 && <BookingsPart count={asked.booked} />}
      </Form>
    </EntryDialog>
  );
}
