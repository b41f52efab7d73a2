import { Button, Form, type FormInstance } from 'antd';
import { useState } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { fieldLabel } from '../lib/labels.ts';
import { fieldChecks } from '../ui/entry/field-checks.ts';
import { FormKeys, SaveKey } from '../ui/entry/form-keys.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { DraftNotice } from './traits/drafts/draft-notice.tsx';
import { FormFields } from './form-fields.tsx';
import { changedValues, formFields, rowValues, startValues } from './form-values.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { useDraft } from '../resource-client/use-draft.ts';
import { useSubmit } from './use-submit.ts';

import type { AnyResource } from '@kangmai/resource';
import type { FieldEntry } from '../lib/field-sections.ts';
import type { Values } from '../resource-client/body.ts';
import type { ScreenRow } from '../resource-client/row.ts';

interface ResourceFormProps {
  readonly resource: AnyResource;
  readonly row?: ScreenRow;
  readonly defaults?: Values;
  readonly omit?: readonly string[];
  readonly onDirty: (isDirty: boolean) => void;
  readonly onSaved: (more: boolean) => void;
  readonly onCreated?: (id: number, values: Values) => void;
  readonly onCancel: () => void;
}

interface WrongProps {
  readonly form: FormInstance<Values>;
  readonly fields: readonly FieldEntry[];
}

/** Links to the fields that were refused. */
function WrongFields({ form, fields }: WrongProps) {
  const wrong = fields.filter(([name]) => form.getFieldError(name).length > 0);
  const go = (name: string): void => form.scrollToField(name, { focus: true, block: 'center' });
  return wrong.map(([name, field]) => (
    <Button key={name} type="link" size="small" onClick={() => go(name)}>
      {fieldLabel(name, field)}
    </Button>
  ));
}

/**
 * A form made from a definition: sections, checks, draft, server errors beside their fields, conflict of two editors.
 */
export function ResourceForm({
  resource,
  row: given,
  defaults = {},
  omit,
  onDirty,
  onSaved,
  onCreated,
  onCancel,
}: ResourceFormProps) {
  const [form] = Form.useForm<Values>();
  const [row, setRow] = useState(given);
  const [sentence, setSentence] = useState<string | null>(null);
  const fields = formFields(resource, omit);
  const start = row ? rowValues(fields, row) : startValues(Object.fromEntries(fields), defaults);
  const draft = useDraft(`${resource.name}.${row?.id ?? 'new'}.${JSON.stringify(defaults)}`);

  const takeOver = (latest: ScreenRow, withValues: boolean): void => {
    setRow(latest);
    if (withValues) form.setFieldsValue(rowValues(fields, latest));
  };
  const { isSaving, save } = useSubmit({ resource, form, row, say: setSentence, takeOver, onCreated });

  const checks = fieldChecks(form, () => setSentence(null));
  const showWrong = (): void => setSentence(T('wrong', { n: checks.goToWrong() }));
  const saveForm = async (more: boolean): Promise<void> => {
    try {
      await form.validateFields();
    } catch {
      return showWrong();
    }
    // Prescribed values of hidden fields are saved too.
    if (!(await save({ ...defaults, ...form.getFieldsValue() }))) return undefined;
    draft.drop();
    onDirty(false);
    if (more) form.resetFields();
    onSaved(more);
    return undefined;
  };
  const checkAgain = (changed: Values): void => {
    onDirty(true);
    draft.keep(changedValues(fields, start, form.getFieldsValue()));
    checks.checkAgain(changed);
  };

  return (
    <Form
      form={form}
      name={`form-${resource.name}`}
      layout="vertical"
      initialValues={start}
      onValuesChange={checkAgain}
      onBlur={checks.checkLeft}
      onFinish={() => void saveForm(false)}
      onFinishFailed={showWrong}
    >
      <FormKeys className={css['form']}>
        <DraftNotice
          draft={draft}
          onUse={(values) => {
            form.setFieldsValue(values);
            onDirty(true);
          }}
        />
        <ProblemLine sentence={sentence}>
          <WrongFields form={form} fields={fields} />
        </ProblemLine>
        <FormFields resource={resource} fields={fields} mode={row ? 'update' : 'create'} {...(row && { row })} />
        <div className={css['formFoot']}>
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {L('word.save')}
          </Button>
          {!row && (
            <Button loading={isSaving} onClick={() => void saveForm(true)}>
              {T('saveMore')}
            </Button>
          )}
          <Button onClick={onCancel}>{L('word.cancel')}</Button>
          <SaveKey />
        </div>
      </FormKeys>
    </Form>
  );
}
