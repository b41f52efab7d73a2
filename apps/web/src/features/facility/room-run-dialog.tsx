import { bed, room } from '@kangmai/model/facility';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Form } from 'antd';

import { ApiError } from '../../lib/api/api-error.ts';
import { placedRefusals } from '../../resource-client/refusals.ts';
import { refreshRows, rowKeys } from '../../resource-client/row-keys.ts';
import { createRooms, previewRooms, type PlannedRoom, type RoomRun } from '../../resource-client/room-batch.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { RefSelect } from '../../resource-screens/field-kinds/ref-select.tsx';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { NumberBox } from '../../ui/number-box.tsx';
import { wholeNumberRule } from '../../ui/number-rule.ts';
import css from './facility.module.css';
import { T } from './rooms-texts.ts';

type Draft = { readonly [K in keyof RoomRun]?: RoomRun[K] | null };

const most = 100;
const members = { building: 'buildingId', floor: 'floor', roomType: 'roomTypeId', to: 'to', from: 'from' } as const;

const errorText = (error: Error): string =>
  (error instanceof ApiError && error.validationErrors.map(({ message }) => message).join('；')) || error.message;

const isWhole = (value: unknown): value is number => Number.isInteger(value);

const isRun = (from: number, to: number): boolean => to >= from && to - from < most;

/** A complete run; undefined while something is missing or no whole number. */
function runOf({ buildingId, floor, from, to, roomTypeId, beds = null }: Draft): RoomRun | undefined {
  const hasNumbers = isWhole(floor) && isWhole(from) && isWhole(to) && (beds === null || isWhole(beds));
  if (!buildingId || !roomTypeId || !hasNumbers || !isRun(from, to)) return undefined;
  return { buildingId, floor, from, to, roomTypeId, beds };
}

function usePreview(run: RoomRun | undefined) {
  const settled = useSettled(JSON.stringify(run ?? null));
  const asked = JSON.parse(settled) as RoomRun | null;
  return useQuery({
    queryKey: [...rowKeys.all(room), 'run', settled],
    queryFn: ({ signal }) => previewRooms(asked as RoomRun, signal),
    enabled: asked !== null && run !== undefined,
    retry: false,
  });
}

function Preview({ rooms }: { readonly rooms: readonly PlannedRoom[] | undefined }) {
  const taken = rooms?.filter(({ isTaken }) => isTaken) ?? [];
  return (
    <section className={css['run']} aria-label={T('preview')}>
      <p className={css['runHead']}>
        <strong>{T('preview')}</strong>
        {rooms && (
          <span className={css['kind']}>
            {T('sum', { rooms: rooms.length, beds: rooms.reduce((sum, { beds }) => sum + beds, 0) })}
          </span>
        )}
      </p>
      {!rooms && <p className={css['kind']}>{T('fill')}</p>}
      {taken.length > 0 && (
        <p role="alert" className={css['refused']}>
          {T('taken', { numbers: taken.map(({ roomNo }) => roomNo).join('、') })}
        </p>
      )}
      {rooms && (
        <ul>
          {rooms.map(({ roomNo, name, beds, isTaken }) => (
            <li key={roomNo} className={isTaken ? css['refused'] : undefined}>
              <span translate="no">{name}</span> {isTaken ? T('isTaken') : T('bedsOf', { n: beds })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PickProps {
  readonly id?: string;
  readonly name: 'building' | 'roomType';
  readonly value?: number | null;
  readonly onChange?: (value: number | null) => void;
}

/** A reference of a room as an input of the form. */
const Pick = ({ id, name, value, onChange }: PickProps) => (
  <RefSelect
    id={id}
    resource={room}
    field={room.fields[name]}
    value={value ? [value] : []}
    isMany={false}
    onChange={([picked]) => onChange?.(typeof picked === 'number' ? picked : null)}
  />
);

const draftOf = 'room.run';

const bounds = {
  floor: () => wholeNumberRule({ label: T('floor'), min: -5, max: 60 }),
  beds: () => wholeNumberRule({ label: T('beds'), min: 0, max: 12 }),
  from: () => wholeNumberRule({ label: T('from'), min: 1, max: 99_999 }),
  to: () => wholeNumberRule({ label: T('to'), min: 1, max: 99_999 }),
};

const needed = (label: string) => ({ required: true, message: T('needed', { label }) });

function Inputs() {
  return (
    <div className={css['runInputs']}>
      <Form.Item name="buildingId" label={T('building')} rules={[needed(T('building'))]}>
        <Pick name="building" />
      </Form.Item>
      <Form.Item name="roomTypeId" label={T('type')} rules={[needed(T('type'))]}>
        <Pick name="roomType" />
      </Form.Item>
      <Form.Item name="floor" label={T('floor')} rules={[needed(T('floor')), bounds.floor()]}>
        <NumberBox />
      </Form.Item>
      <Form.Item name="beds" label={T('beds')} extra={T('bedsHint')} rules={[bounds.beds()]}>
        <NumberBox />
      </Form.Item>
      <Form.Item name="from" label={T('from')} rules={[needed(T('from')), bounds.from()]}>
        <NumberBox />
      </Form.Item>
      <Form.Item
        name="to"
        label={T('to')}
        dependencies={['from']}
        rules={[
          needed(T('to')),
          bounds.to(),
          ({ getFieldValue }) => ({
            validator: (_: unknown, to?: number) => {
              const from = Number(getFieldValue('from') ?? 0);
              if (!to || !from) return Promise.resolve();
              if (to < from) return Promise.reject(new Error(T('order')));
              return to - from >= most ? Promise.reject(new Error(T('most'))) : Promise.resolve();
            },
          }),
        ]}
      >
        <NumberBox />
      </Form.Item>
    </div>
  );
}

/** Rooms with their beds by first and last number, shown before they are made. */
export function RoomRunDialog({ onClose }: { readonly onClose: () => void }) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const [form] = Form.useForm<Draft>();
  const run = runOf((Form.useWatch([], form) as Draft | undefined) ?? {});
  const preview = usePreview(run);
  const rooms = run && preview.data;
  const hasTaken = rooms?.some(({ isTaken }) => isTaken) ?? false;
  const refused = (error: unknown): void => {
    const { placed, isWhole } = placedRefusals(error, (member) => members[member as keyof typeof members]);
    form.setFields(placed as Parameters<typeof form.setFields>[0]);
    if (!isWhole) tell(error, T('failed'));
    void preview.refetch();
  };
  const make = useMutation({
    mutationFn: createRooms,
    onSuccess: async (made) => {
      dropDraft(draftOf);
      message.success(T('made', { n: made.length }));
      onClose();
      await Promise.all([refreshRows(room), refreshRows(bed)]);
    },
    onError: refused,
  });
  return (
    <EntryDialog
      title={T('title')}
      width={760}
      okText={rooms ? T('make', { n: rooms.length }) : T('makeNone')}
      okButtonProps={{ disabled: hasTaken }}
      confirmLoading={make.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form form={form} name="room-run" layout="vertical" onFinish={() => run && make.mutate(run)}>
        <FormDraft of={draftOf} />
        <Inputs />
      </Form>
      {preview.error && run ? (
        <p role="alert" className={css['refused']}>
          {errorText(preview.error)}
        </p>
      ) : (
        <Preview rooms={rooms} />
      )}
    </EntryDialog>
  );
}
