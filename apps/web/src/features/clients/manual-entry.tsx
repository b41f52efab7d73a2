import { manualKinds, readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Drawer, Form, Select, Space } from 'antd';
import { useId, useRef, useState } from 'react';

import { namedPopup } from '../../ui/named-popup.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { fieldOfMember, type Values } from '../../resource-client/body.ts';
import { placedRefusals } from '../../resource-client/refusals.ts';
import { saveReading, type SavedReading } from '../../resource-client/readings.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { meets } from '../../lib/permissions.ts';
import { useMeasuring } from '../../lib/person-measured.ts';
import { useSession } from '../../lib/session/session.ts';
import { FormFields } from '../../resource-screens/form-fields.tsx';
import { startValues } from '../../resource-screens/form-values.ts';
import { entryFields } from '../../reading-parts/entry-fields.ts';
import { isReversed } from '../../reading-parts/pressure-order.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { useDraft } from '../../resource-client/use-draft.ts';
import { DraftNotice } from '../../resource-screens/traits/drafts/draft-notice.tsx';
import { FormKeys, SaveKey } from '../../ui/entry/form-keys.tsx';
import { useAskBeforeClose } from '../../ui/entry/use-ask-before-close.ts';
import { ReadingPerson } from '../../reading-parts/reading-person.tsx';
import { refreshRows } from '../../resource-client/row-keys.ts';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { EnteredReadings, needsSecond, type Entered } from './entered-readings.tsx';

import type { ReactNode } from 'react';

interface ManualEntryProps {
  readonly clientId?: number;
  readonly person?: ReactNode;
  readonly kind?: ReadingKind;
  readonly onClose: () => void;
}

export function useManualKinds(): readonly ReadingKind[] {
  const permissions = useSession((session) => session.permissions);
  return manualKinds.filter((kind) => meets(permissions, permissionsOfWrite(readingOfKind[kind], 'Create')));
}

interface EntryFormProps {
  readonly kind: ReadingKind;
  readonly clientId: number | undefined;
  readonly entered: readonly Entered[];
  readonly onSaved: (entered: Entered) => void;
  readonly onChanged: (values: Values) => void;
  /** Button that ends the entry without a second measurement. */
  readonly finish: ReactNode;
}

function EntryForm({ kind, clientId, entered, onSaved, onChanged, finish }: EntryFormProps) {
  const tell = useFailureNotice();
  const [form] = Form.useForm<Values>();
  const [messageId, setMessageId] = useState(() => crypto.randomUUID());
  const draft = useDraft(`entry.${kind}.${clientId ?? ''}`);
  const resource: AnyResource = readingOfKind[kind];
  const client = resource.fields['client'];
  const { figures, rest } = entryFields(resource);
  const fields = Object.fromEntries([...figures, ...rest]);
  const whose =
    clientId === undefined && client
      ? [['client', { ...client, options: { ...client.options, required: true } }] as const]
      : [];
  const inputs = { ...Object.fromEntries(whose), ...fields };
  const save = useMutation<SavedReading, Error, Values>({
    mutationFn: (values) =>
      saveReading(kind, { ...values, ...(clientId !== undefined && { client: clientId }) }, messageId),
    onSuccess: async (saved, values) => {
      setMessageId(crypto.randomUUID());
      draft.drop();
      onSaved({ values, saved });
      form.setFieldsValue({
        ...startValues(fields),
        ...(values['client'] !== undefined && { client: values['client'] }),
      });
      await Promise.all([refreshRows(resource), queryClient.invalidateQueries({ queryKey: ['vitals'] })]);
    },
    onError: (error) => {
      const { placed, isWhole } = placedRefusals(error, (member) => fieldOfMember(inputs, member));
      form.setFields(placed);
      if (!isWhole) tell(error);
    },
  });
  const order = (values: Values): boolean => {
    if (kind === 'bp') form.setFields([{ name: 'low', errors: isReversed(values) ? [T('pressureOrder')] : [] }]);
    return kind === 'bp' && isReversed(values);
  };
  const submitReading = (values: Values): void => {
    if (!order(values)) save.mutate(values);
  };
  const onValuesChange = (_part: Values, values: Values): void => {
    onChanged(values);
    draft.keep(values);
    order(values);
  };
  return (
    <Form
      form={form}
      name={`entry-${kind}`}
      layout="vertical"
      initialValues={startValues(inputs)}
      onFinish={submitReading}
      onValuesChange={onValuesChange}
    >
      <FormKeys hasFocus={false}>
        <DraftNotice
          draft={draft}
          onUse={(values) => {
            form.setFieldsValue(values);
            onChanged(values);
          }}
        />
        {whose.length > 0 && <FormFields resource={resource} fields={whose} mode="create" />}
        <FormFields resource={resource} fields={figures} mode="create" />
        <FormFields resource={resource} fields={rest} mode="create" />
        <div className={css['foot']}>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {entered.length > 0 ? T('saveSecond') : L('word.save')}
          </Button>
          {entered.length > 0 && finish}
          <SaveKey />
        </div>
      </FormKeys>
    </Form>
  );
}

function KindPicker({
  kind,
  kinds,
  onChange,
}: {
  readonly kind: ReadingKind;
  readonly kinds: readonly ReadingKind[];
  readonly onChange: (kind: ReadingKind) => void;
}) {
  const id = useId();
  return (
    <div className={css['kindPick']}>
      <label htmlFor={id}>{T('kind')}</label>
      <Select
        popupRender={namedPopup}
        id={id}
        value={kind}
        options={kinds.map((value) => ({ value, label: resourceTitle(readingOfKind[value]) }))}
        onChange={onChange}
      />
    </div>
  );
}

const AgainNotice = ({ isDoubtful }: { readonly isDoubtful: boolean }) => (
  <Alert type="warning" showIcon title={T(isDoubtful ? 'doubtful' : 'again')} description={T('againHint')} />
);

const focusNumber = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLInputElement>('input[role="spinbutton"]')?.focus();

interface HeadingProps {
  readonly person: ReactNode;
  readonly chosen: number | null;
}

function Heading({ person, chosen }: HeadingProps) {
  const whom = person ?? (chosen !== null && <ReadingPerson id={chosen} instead={null} />);
  return whom ? (
    <>
      {T('entryTitle')}
      {L('word.colon')}
      {whom}
    </>
  ) : (
    T('entryTitle')
  );
}

/** The person whose first measurement is saved. */
const measuredAgain = (entered: readonly Entered[], person: number | null): number | null =>
  entered.length > 0 ? person : null;

/** Manual entry of a measurement, stored and judged first; an abnormal or doubtful one is measured again. */
export function ManualEntry({ clientId, person, kind: first, onClose }: ManualEntryProps) {
  const { message } = App.useApp();
  const kinds = useManualKinds();
  const { leave, setDirty } = useAskBeforeClose(onClose);
  const body = useRef<HTMLDivElement>(null);
  const [kind, setKind] = useState<ReadingKind | undefined>(first ?? kinds[0]);
  const [entered, setEntered] = useState<readonly Entered[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  useMeasuring(measuredAgain(entered, clientId ?? chosen));
  if (kind === undefined) return null;
  const resource: AnyResource = readingOfKind[kind];
  const isWaiting = entered.length === 1;
  const showSaved = (one: Entered): void => {
    setDirty(false);
    message.success(T('saved', { kind: resourceTitle(resource) }));
    if (isWaiting || needsSecond(one.saved)) setEntered([...entered, one]);
    else onClose();
  };
  const onFormChange = ({ client }: Values): void => {
    setDirty(true);
    if (typeof client === 'number' || client === null) setChosen(client);
  };
  const finish = <Button onClick={leave}>{T('finish')}</Button>;
  return (
    <Drawer
      open
      title={<Heading person={person} chosen={chosen} />}
      size={640}
      onClose={leave}
      afterOpenChange={() => focusNumber(body.current)}
      destroyOnHidden
    >
      <div ref={body}>
        <Space orientation="vertical" size={16} className={css['full'] ?? ''}>
          {entered.length === 0 && <KindPicker kind={kind} kinds={kinds} onChange={setKind} />}
          {isWaiting && <AgainNotice isDoubtful={entered[0]?.saved.isDoubtful === true} />}
          {entered.length > 0 && <EnteredReadings resource={resource} entered={entered} />}
          {entered.length < 2 ? (
            <EntryForm
              key={kind}
              kind={kind}
              clientId={clientId}
              entered={entered}
              onSaved={showSaved}
              onChanged={onFormChange}
              finish={finish}
            />
          ) : (
            finish
          )}
        </Space>
      </div>
    </Drawer>
  );
}
