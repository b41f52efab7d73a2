import { Form } from 'antd';
import { use, type ReactNode } from 'react';

import { optionsOf } from '@kangmai/resource';
import { isUnchangedSecret, problemOf } from '../resource-client/check.ts';
import { FieldCell } from './field-cell.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { fieldHint, fieldLabel, labelWithUnit } from '../lib/labels.ts';
import { formatQuantity, isMinutes } from '../lib/units.ts';
import { problemText } from './problem-text.ts';
import { ScreenContext } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { FormSections } from './traits/sections/form-sections.tsx';

import type { AnyField, AnyResource, NumberOptions } from '@kangmai/resource';
import type { FieldEntry } from '../lib/field-sections.ts';
import type { Values } from '../resource-client/body.ts';
import type { ScreenRow } from '../resource-client/row.ts';

interface FormFieldsProps {
  readonly resource: AnyResource;
  readonly fields: readonly FieldEntry[];
  readonly mode: 'create' | 'update';
  readonly row?: ScreenRow;
  /** Whether rare fields are folded; by default in a large form. */
  readonly isFolded?: boolean;
}

const isNumber = ({ kind }: AnyField): boolean => ['integer', 'decimal', 'money'].includes(kind);

/** Meaning of a field and the range of what is measured. */
function meaningOf(field: AnyField): string | undefined {
  const { min, max, unit } = optionsOf<NumberOptions>(field);
  const isRanged = isNumber(field) && unit !== undefined && min !== undefined && max !== undefined;
  const told = (bound: number): number | string => (isMinutes(unit) ? formatQuantity(bound, unit) : bound);
  const range = isRanged ? T('range', { min: told(min), max: told(max) }) : undefined;
  return [fieldHint(field), range].filter(Boolean).join(' ') || undefined;
}

function hintOf([name, field]: FieldEntry, resource: AnyResource, row: ScreenRow | undefined): ReactNode {
  if (!row || !isUnchangedSecret(field, row.values[name]) || field.kind === 'secret') return meaningOf(field);
  return (
    <>
      {T('maskedHint')} <FieldCell resource={resource} name={name} row={row} isEye />
    </>
  );
}

function FormField({
  resource,
  entry: [name, field],
  mode,
  row,
}: {
  readonly resource: AnyResource;
  readonly entry: FieldEntry;
  readonly mode: 'create' | 'update';
  readonly row: ScreenRow | undefined;
}) {
  const screen = use(ScreenContext);
  const own = screen?.resource.fields[name] === field ? screen.options.inputs?.[name] : undefined;
  const { Input, isWide } = { ...faceOf(field), ...own };
  const form = Form.useFormInstance<Values>();
  const checkField = (_rule: unknown, value: unknown): Promise<void> => {
    const problem = problemOf(field, value, mode);
    const sentence = own?.check?.(value, form.getFieldsValue(true)) ?? (problem && problemText(name, field, problem));
    return sentence ? Promise.reject(new Error(sentence)) : Promise.resolve();
  };
  const hint = hintOf([name, field], resource, row);
  return (
    <Form.Item
      name={name}
      label={isNumber(field) ? fieldLabel(name, field) : labelWithUnit(name, field)}
      required={field.options.required === true}
      rules={[{ validator: checkField }]}
      validateTrigger={[]}
      className={isWide?.(field) ? (css['wide'] ?? '') : ''}
      {...(hint && { extra: hint })}
    >
      <Input
        resource={resource}
        name={name}
        field={field}
        row={row}
        disabled={mode === 'update' && Boolean(field.options.fixed)}
      />
    </Form.Item>
  );
}

/** Inputs of a form in sections by field group; the definition supplies the checks. */
export const FormFields = ({ resource, fields, mode, row, isFolded }: FormFieldsProps) => (
  <FormSections
    resource={resource}
    fields={fields}
    row={row}
    isFolded={isFolded}
    renderField={(entry) => <FormField key={entry[0]} resource={resource} entry={entry} mode={mode} row={row} />}
  />
);
