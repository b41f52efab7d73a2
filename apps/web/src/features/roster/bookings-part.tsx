import { bookingSettlements } from '@kangmai/model/duty';
import { Form, Radio } from 'antd';

import { choiceLabel } from '../../lib/labels.ts';
import { PlaceSelect } from './place-select.tsx';
import { T } from './roster-texts.ts';

interface DoctorProps {
  readonly id?: string;
  readonly value?: number | null;
  readonly onChange?: (id: number | null) => void;
}

/** The doctor who takes the bookings over. */
const DoctorInput = ({ id, value = null, onChange = () => undefined }: DoctorProps) => (
  <PlaceSelect field="user" id={id} label={T('bookingsTo')} all={T('chooseDoctor')} value={value} onChange={onChange} />
);

const options = bookingSettlements.names.map((name) => ({
  value: name,
  label: choiceLabel(bookingSettlements.entries[name]),
}));

/** Asks what becomes of the bookings of a shift. */
export function BookingsPart({ count }: { readonly count: number }) {
  const form = Form.useFormInstance();
  const how: unknown = Form.useWatch('bookings', form);
  return (
    <>
      <Form.Item
        name="bookings"
        label={T('bookingsOf', { count })}
        extra={T('bookingsHint')}
        rules={[{ required: true, message: T('bookingsNeeded') }]}
      >
        <Radio.Group options={options} />
      </Form.Item>
      {how === 'move' && (
        <Form.Item name="bookingsTo" label={T('bookingsTo')} rules={[{ required: true, message: T('chooseDoctor') }]}>
          <DoctorInput />
        </Form.Item>
      )}
    </>
  );
}
