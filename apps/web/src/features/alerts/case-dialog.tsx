import { abnormalCase, callOutcomes } from '@kangmai/model/alerts';
import { client as personResource } from '@kangmai/model/clients';
import { Alert, App, Form, Radio } from 'antd';
import { useRef } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { useCan } from '../../lib/permissions.ts';
import { fieldOfMember } from '../../resource-client/body.ts';
import { placedRefusals } from '../../resource-client/refusals.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { ActionForm } from '../../resource-screens/action-form.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { personOf } from './case-list.tsx';
import { caseDraft, isReached, levelOf, missingProof, needsOutcome, type CaseMove } from './case-moves.ts';

import type { AnyField, Fields } from '@kangmai/resource';
import type { Values } from '../../resource-client/body.ts';
import type { CaseFile } from '../../resource-client/cases.ts';

const required = (field: AnyField): AnyField => ({ ...field, options: { ...field.options, required: true } });
const least = (field: AnyField, min: number): AnyField => ({
  ...required(field),
  options: { ...required(field).options, min } as AnyField['options'],
});

const shortestOutcome = 5;

const observeCritical = 'Pages.RemoteMonitoring.AbnormalData.HoldCritical';

/** Readings of a person can be observed after the handling, critical ones by those who may. */
const isObservable = ({ kind, row }: CaseFile, mayCritical: boolean): boolean =>
  kind !== null && row.values.type !== 'check' && row.values.client !== null && (levelOf(row) < 4 || mayCritical);

function fieldsOf(move: CaseMove, file: CaseFile, mayCritical: boolean): Fields {
  const { row } = file;
  const { handling, outcome, nextVisitAt, observeUntil } = abnormalCase.fields;
  if (move === 'contact') {
    const { callOutcome, note } = abnormalCase.actions.logContact.input;
    return { callOutcome, note };
  }
  const written = needsOutcome(row) ? least(outcome, shortestOutcome) : outcome;
  if (move === 'falseAlarm') return { handling, outcome: required(written) };
  return {
    handling: required(handling),
    outcome: written,
    nextVisitAt,
    ...(isObservable(file, mayCritical) && { observeUntil }),
  };
}

/** Outcomes that prove a contact. */
const proofs = ['reachedPerson', 'reachedGuardian', 'onSite'] as const;

/** Name, sex and age of the person, to prevent a record on the wrong person. */
function Whom({ file: { row, person } }: { readonly file: CaseFile }) {
  return (
    <>
      {personOf(row)}
      {person && (
        <>
          {' '}
          <FieldCell resource={personResource} name="gender" row={person} />{' '}
          <FieldCell resource={personResource} name="age" row={person} isFull />
        </>
      )}
    </>
  );
}

interface CaseDialogProps {
  readonly move: CaseMove;
  readonly file: CaseFile;
  readonly isBusy: boolean;
  readonly onRun: (values: Values, onFailed: (error: Error) => void) => void;
  readonly onClose: () => void;
}

/** Asks for the input of a move: contact, handling, or reason of a false alarm. */
export function CaseDialog({ move, file, isBusy, onRun, onClose }: CaseDialogProps) {
  const { row, deviceFaultEnds } = file;
  const [form] = Form.useForm<Values>();
  const { modal } = App.useApp();
  const handling = Form.useWatch<string | null | undefined>('handling', form);
  const fields = fieldsOf(move, file, useCan(observeCritical));
  const reached = Form.useWatch<string | undefined>('callOutcome', form);
  const asksContact = move === 'handle' && !isReached(row);
  const missing =
    move === 'contact' || (asksContact && reached) ? null : missingProof(row, { handling, deviceFaultEnds });
  const box = useRef<HTMLDivElement>(null);
  const focusFirstInput = (isOpen: boolean): void => {
    if (isOpen) box.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const runWith = (values: Values): void =>
    onRun(values, (error) => form.setFields(placedRefusals(error, (member) => fieldOfMember(fields, member)).placed));
  const submitMove = (values: Values): void => {
    if (values['handling'] !== 'ambulance') runWith(values);
    else
      modal.confirm({
        title: T('ambulance'),
        okText: L('word.confirm'),
        cancelText: L('word.cancel'),
        onOk: () => runWith(values),
      });
  };
  return (
    <EntryDialog
      title={
        <>
          {T(move)}
          {L('word.colon')}
          <Whom file={file} />
        </>
      }
      okButtonProps={{ disabled: missing !== null }}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onClose={onClose}
      afterOpenChange={focusFirstInput}
    >
      {(_leave, setDirty) => (
        <div ref={box}>
          {missing && (
            <Alert
              type="warning"
              showIcon
              title={T(missing === 'contactFirst' && move === 'falseAlarm' ? 'logFirst' : missing)}
              className={css['notice'] ?? ''}
            />
          )}
          <ActionForm
            form={form}
            name={`case-${move}`}
            draftOf={caseDraft(row.id, move)}
            resource={abnormalCase}
            input={fields}
            onDirty={setDirty}
            onSubmit={submitMove}
          >
            {asksContact && (
              <Form.Item name="callOutcome" label={T('reached')} extra={T('reachedHint')}>
                <Radio.Group
                  options={proofs.map((name) => ({ value: name, label: choiceLabel(callOutcomes.entries[name]) }))}
                />
              </Form.Item>
            )}
          </ActionForm>
        </div>
      )}
    </EntryDialog>
  );
}
