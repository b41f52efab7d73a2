import { Form } from 'antd';
import { use, type ReactNode } from 'react';

import { isUnchangedSecret, problemOf } from '../resource-client/check.ts';
import { FieldCell } from './field-cell.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { fieldHint, labelWithUnit } from '../lib/labels.ts';
import { problemText } from './problem-text.ts';
import { sectionsOf, type FieldEntry } from '../lib/field-sections.ts';
import { ScreenContext } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Values } from '../resource-client/body.ts';
import type { ScreenRow } from '../resource-client/row.ts';

interface FormFieldsProps {
  readonly resource: AnyResource;
  readonly fields: readonly FieldEntry[];
  readonly mode: 'create' | 'update';
  readonly row?: ScreenRow;
}

function hintOf([name, field]: FieldEntry, resource: AnyResource, row: ScreenRow | undefined): ReactNode {
  if (!row || !isUnchangedSecret(field, row.values[name]) || field.kind === 'secret') return fieldHint(field);
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
      label={labelWithUnit(name, field)}
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
export function FormFields({ resource, fields, mode, row }: FormFieldsProps) {
  return sectionsOf(fields).map(({ title, fields: members }) => (
    <fieldset key={title ?? ''} className={css['section']}>
      {title !== null && <legend>{title}</legend>}
      <div className={css['grid']}>
        {members.map((entry) => (
          <FormField key={entry[0]} resource={resource} entry={entry} mode={mode} row={row} />
        ))}
      </div>
    </fieldset>
  ));
}
