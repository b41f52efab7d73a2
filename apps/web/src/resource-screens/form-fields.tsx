import { Form } from 'antd';

import { isUnchangedSecret, problemOf } from '../lib/api/resource-check.ts';
import { FieldCell } from './field-cell.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { spoken } from '../lib/i18n/spoken.ts';
import { labelWithUnit } from '../lib/labels.ts';
import { problemText } from './problem-text.ts';
import { sectionsOf, type FieldEntry } from '../lib/field-sections.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ReactNode } from 'react';
import type { ScreenRow } from '../lib/api/resource-row.ts';

interface FormFieldsProps {
  readonly resource: AnyResource;
  readonly fields: readonly FieldEntry[];
  readonly mode: 'create' | 'update';
  readonly row?: ScreenRow;
}

function hintOf([name, field]: FieldEntry, resource: AnyResource, row: ScreenRow | undefined): ReactNode {
  if (!row || !isUnchangedSecret(field, row.values[name]) || field.kind === 'secret') return field.options.hint && spoken(field.options.hint);
  return <>{T('maskedHint')} <FieldCell resource={resource} name={name} row={row} isEye /></>;
}

function FormField({ resource, entry: [name, field], mode, row }: { readonly resource: AnyResource; readonly entry: FieldEntry; readonly mode: 'create' | 'update'; readonly row: ScreenRow | undefined }) {
  const { Input, isWide } = faceOf(field);
  const check = (_rule: unknown, value: unknown): Promise<void> => {
    const problem = problemOf(field, value, mode);
    return problem ? Promise.reject(new Error(problemText(name, field, problem))) : Promise.resolve();
  };
  const hint = hintOf([name, field], resource, row);
  return (
    <Form.Item
      name={name}
      label={labelWithUnit(name, field)}
      required={field.options.required === true}
      rules={[{ validator: check }]}
      validateTrigger={[]}
      className={isWide?.(field) ? (css['wide'] ?? '') : ''}
      {...(hint && { extra: hint })}
    >
      <Input resource={resource} name={name} field={field} row={row} disabled={mode === 'update' && field.options.fixed === true} />
    </Form.Item>
  );
}

/** The inputs of a form, in sections by the fields' groups; each rule is the definition's own check. */
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
