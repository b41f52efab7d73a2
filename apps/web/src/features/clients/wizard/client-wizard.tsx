import { client } from '@kangmai/model/clients';
import { Button, Drawer, Form, Steps } from 'antd';
import { useMemo } from 'react';

import { L } from '../../../lib/i18n/texts.ts';
import { resourceTitle } from '../../../lib/labels.ts';
import { FormFields } from '../../../resource-screens/form-fields.tsx';
import screens from '../../../resource-screens/screens.module.css';
import { ScreenContext, useScreen } from '../../../resource-screens/screen-context.ts';
import { T as S } from '../../../resource-screens/screen-texts.ts';
import { DraftNotice } from '../../../resource-screens/traits/drafts/draft-notice.tsx';
import { FormKeys, SaveKey } from '../../../ui/entry/form-keys.tsx';
import { useAskBeforeClose } from '../../../ui/entry/use-ask-before-close.ts';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { ConsentStep } from './consent-step.tsx';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { identityInputs } from './identity-inputs.tsx';
import { PlacePicker } from './place-picker.tsx';
import { useWizard } from './use-wizard.ts';
import css from './wizard.module.css';
import { wizardSteps } from './wizard-steps.ts';
import { W } from './wizard-texts.ts';

import type { CreateFormProps } from '../../../resource-screens/screen-context.ts';

function Progress({ at }: { readonly at: number }) {
  return (
    <div role="group" aria-label={W('steps')} className={css['steps']}>
      <Steps
        size="small"
        current={at}
        items={wizardSteps.map(({ key }, index) => ({
          title: <span {...(index === at && { 'aria-current': 'step' as const })}>{W(key)}</span>,
        }))}
      />
    </div>
  );
}

type Wizard = ReturnType<typeof useWizard>;

type Fields = Pick<(typeof wizardSteps)[number], 'fields' | 'isFolded'>;

/** The fields of a step, with the inputs of the wizard in place of the usual ones. */
function StepFields({ fields, isFolded }: Fields) {
  const screen = useScreen();
  const own = useMemo(() => ({ ...screen, options: { ...screen.options, inputs: identityInputs } }), [screen]);
  return (
    <ScreenContext value={own}>
      <FormFields resource={client} fields={fields} mode="create" isFolded={isFolded} />
    </ScreenContext>
  );
}

function Step({ wizard: { at, duplicate, values, change } }: { readonly wizard: Wizard }) {
  const step = wizardSteps[at];
  if (!step) return null;
  if (step.key === 'consent') return <ConsentStep values={values()} />;
  return (
    <>
      {step.key === 'identity' && duplicate.found && <DuplicateNotice found={duplicate.found} />}
      <StepFields fields={step.fields} isFolded={step.isFolded} />
      {step.key === 'contact' && <PlacePicker onChange={change} />}
    </>
  );
}

function Foot({ wizard: { at, isBusy, back }, onCancel }: { readonly wizard: Wizard; readonly onCancel: () => void }) {
  const word = at === wizardSteps.length - 1 ? L('word.save') : W('next');
  return (
    <div className={screens['formFoot']}>
      {at > 0 && <Button onClick={back}>{W('back')}</Button>}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {word}
      </Button>
      <Button onClick={onCancel}>{L('word.cancel')}</Button>
      <SaveKey word={word} />
    </div>
  );
}

interface PartsProps extends CreateFormProps {
  readonly onDirty: (isDirty: boolean) => void;
  readonly onCancel: () => void;
}

function WizardForm({ onCancel, ...parts }: PartsProps) {
  const wizard = useWizard(parts);
  return (
    <Form
      form={wizard.form}
      name="form-client-wizard"
      layout="vertical"
      initialValues={wizard.start}
      onValuesChange={wizard.change}
      onBlur={wizard.checkLeft}
      onFinish={() => void wizard.next()}
      onFinishFailed={wizard.showWrong}
    >
      {/* The focus begins in the first input of each step. */}
      <FormKeys key={wizard.at} className={screens['form']}>
        <Progress at={wizard.at} />
        {wizard.at === 0 && <DraftNotice draft={wizard.draft} onUse={wizard.restore} />}
        <ProblemLine sentence={wizard.sentence ?? wizard.duplicate.problem} />
        <Step wizard={wizard} />
        <Foot wizard={wizard} onCancel={onCancel} />
      </FormKeys>
    </Form>
  );
}

/** Files a new client in four steps: identity, contact, service and team, consents. */
export function ClientWizard({ onClose, ...rest }: CreateFormProps) {
  const { leave, setDirty } = useAskBeforeClose(onClose);
  return (
    <Drawer open title={S('createOf', { title: resourceTitle(client) })} size={960} onClose={leave} destroyOnHidden>
      <WizardForm {...rest} onClose={onClose} onDirty={setDirty} onCancel={leave} />
    </Drawer>
  );
}
