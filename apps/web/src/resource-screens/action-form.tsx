import { Form, type FormInstance } from 'antd';

import { useDraft } from '../resource-client/use-draft.ts';
import { DraftNotice } from './traits/drafts/draft-notice.tsx';
import { FormFields } from './form-fields.tsx';
import { changedValues, startValues } from './form-values.ts';

import type { AnyResource, Fields } from '@kangmai/resource';
import type { ReactNode } from 'react';
import type { Values } from '../resource-client/body.ts';

interface ActionFormProps {
  readonly form: FormInstance<Values>;
  readonly name: string;
  /** Names the action and its rows; the input of an interrupted form of that name is offered again. */
  readonly draftOf: string;
  readonly resource: AnyResource;
  readonly input: Fields;
  readonly given?: Values;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onSubmit: (values: Values) => void;
  readonly children?: ReactNode;
}

/** What an action asks for. Who runs it calls `dropDraft` when it is done. */
export function ActionForm({ form, name, draftOf, resource, input, given, ...rest }: ActionFormProps) {
  const draft = useDraft(draftOf);
  const fields = Object.entries(input);
  const start = startValues(input, given);
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      requiredMark
      initialValues={start}
      onValuesChange={() => draft.keep(changedValues(fields, start, form.getFieldsValue()))}
      onFinish={rest.onSubmit}
    >
      <DraftNotice
        draft={draft}
        onUse={(values) => {
          form.setFieldsValue(values);
          rest.onDirty(true);
        }}
      />
      {rest.children}
      <FormFields resource={resource} fields={fields} mode="create" />
    </Form>
  );
}
