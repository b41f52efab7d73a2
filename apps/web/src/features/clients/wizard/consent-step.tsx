import { client } from '@kangmai/model/clients';
import { clientConsent, consentKinds } from '@kangmai/model/privacy';
import { permissionsOfCall, permissionsOfWrite } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form } from 'antd';
import { useEffect } from 'react';

import { choiceLabel, fieldLabel } from '../../../lib/labels.ts';
import { useCan } from '../../../lib/permissions.ts';
import { listRows } from '../../../resource-client/calls.ts';
import { blankRow } from '../../../resource-client/row.ts';
import { rowKeys } from '../../../resource-client/row-keys.ts';
import { FieldCell } from '../../../resource-screens/field-cell.tsx';
import { FormFields } from '../../../resource-screens/form-fields.tsx';
import { useRefNames } from '../../../resource-screens/use-lookup.ts';
import { DescriptionList } from '../../../ui/description-list.tsx';
import css from './wizard.module.css';
import { W } from './wizard-texts.ts';
import { kindsName, summaryNames, wizardSteps } from './wizard-steps.ts';

import type { Values } from '../../../resource-client/body.ts';

const kinds = consentKinds.names.map((name) => ({ value: name, label: choiceLabel(consentKinds.entries[name]) }));

/** What will be saved, to be read over. */
function Summary({ values }: { readonly values: Values }) {
  const row = { ...blankRow, values };
  const names = useRefNames(client, summaryNames, [row]);
  const filled = Object.entries(client.fields).filter(
    ([name]) => summaryNames.includes(name) && (values[name] ?? '') !== '',
  );
  const items = filled.map(([name, field]) => ({
    label: fieldLabel(name, field),
    value: <FieldCell resource={client} name={name} row={row} names={names} />,
  }));
  return (
    <section aria-label={W('summary')}>
      <h2 className={css['summary'] ?? ''}>{W('summary')}</h2>
      <DescriptionList items={items} columns={3} />
    </section>
  );
}

const isSigned = (kindsOfForm: unknown): boolean => Array.isArray(kindsOfForm) && kindsOfForm.length > 0;

const newest = { text: '', filters: {}, sort: '-signedAt', page: 1, size: 1 } as const;

/** Begins with the text version of the consent that was signed last. */
function UsualVersion() {
  const form = Form.useFormInstance();
  const enabled = useCan(permissionsOfCall(clientConsent, 'list'));
  const { data } = useQuery({
    enabled,
    queryKey: [...rowKeys.lists(clientConsent), 'newest'],
    queryFn: ({ signal }) => listRows(clientConsent, { state: newest, signal }),
  });
  const version = data?.rows[0]?.values.version;
  useEffect(() => {
    if (version && !form.getFieldValue('version')) form.setFieldValue('version', version);
  }, [form, version]);
  return null;
}

/** The inputs stand as soon as a kind is ticked, so that a save right after it checks them. */
function SignedConsents() {
  const fields = wizardSteps.at(-1)?.fields ?? [];
  return (
    <>
      <Form.Item name={kindsName} label={W('kinds')} extra={W('kindsHint')} validateTrigger={[]}>
        <Checkbox.Group options={kinds} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before, after) => before[kindsName] !== after[kindsName]}>
        {({ getFieldValue }) =>
          isSigned(getFieldValue(kindsName)) && (
            <>
              <UsualVersion />
              <FormFields resource={clientConsent} fields={fields} mode="create" />
            </>
          )
        }
      </Form.Item>
    </>
  );
}

/** The last step: what will be saved, and which consents were signed. */
export function ConsentStep({ values }: { readonly values: Values }) {
  const mayRecord = useCan(permissionsOfWrite(clientConsent, 'Create'));
  return (
    <>
      <Summary values={values} />
      {mayRecord ? <SignedConsents /> : <Alert type="info" showIcon title={W('noConsentRight')} />}
    </>
  );
}
