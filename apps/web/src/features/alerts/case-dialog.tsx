import { abnormalCase } from '@kangmai/model';
import { Alert, App, Form, Modal } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { FormFields } from '../../resource-screens/form-fields.tsx';
import { startValues } from '../../resource-screens/form-values.ts';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { needsContact, needsOutcome, type CaseMove, type CaseRow } from './case-moves.ts';

import type { AnyField, Fields } from '@kangmai/resource';
import type { Values } from '../../lib/api/resource-body.ts';

const required = (field: AnyField): AnyField => ({ ...field, options: { ...field.options, required: true } });
const least = (field: AnyField, min: number): AnyField => ({ ...required(field), options: { ...required(field).options, min } as AnyField['options'] });

const shortestOutcome = 5;

/** What a move asks for. */
function fieldsOf(move: CaseMove, row: CaseRow): Fields {
  const { handling, outcome, nextVisitAt } = abnormalCase.fields;
  if (move === 'contact') {
    const { callOutcome, note } = abnormalCase.actions.logContact.input;
    return { callOutcome, note };
  }
  if (move === 'falseAlarm') return { handling, outcome: required(outcome) };
  return { handling: required(handling), outcome: needsOutcome(row) ? least(outcome, shortestOutcome) : outcome, nextVisitAt };
}

interface CaseDialogProps {
  readonly move: CaseMove;
  readonly row: CaseRow;
  readonly isBusy: boolean;
  readonly onRun: (values: Values) => void;
  readonly onClose: () => void;
}

/** Asks for what a move needs: how somebody was reached, how the case was handled, why it was no alarm. */
export function CaseDialog({ move, row, isBusy, onRun, onClose }: CaseDialogProps) {
  const [form] = Form.useForm<Values>();
  const { modal } = App.useApp();
  const handling = Form.useWatch<string | null | undefined>('handling', form);
  const fields = fieldsOf(move, row);
  const isBlocked = move !== 'contact' && needsContact(row, handling);
  const run = (values: Values): void => {
    if (values['handling'] !== 'ambulance') onRun(values);
    else modal.confirm({ title: T('ambulance'), okText: L('word.confirm'), cancelText: L('word.cancel'), onOk: () => onRun(values) });
  };
  return (
    <Modal open title={T(move)} okText={L('word.confirm')} cancelText={L('word.cancel')} okButtonProps={{ disabled: isBlocked }} confirmLoading={isBusy} onOk={() => form.submit()} onCancel={onClose}>
      {isBlocked && <Alert type="warning" showIcon title={T('contactFirst')} className={css['notice'] ?? ''} />}
      <Form form={form} name={`case-${move}`} layout="vertical" initialValues={startValues(fields)} onFinish={run}>
        <FormFields resource={abnormalCase} fields={Object.entries(fields)} mode="create" />
      </Form>
    </Modal>
  );
}
