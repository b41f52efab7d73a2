import { client } from '@kangmai/model/clients';
import { App, Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { failureWords } from '../../../lib/failure-words.ts';
import { resourceTitle } from '../../../lib/labels.ts';
import { useDraft, type FormDraft } from '../../../resource-client/use-draft.ts';
import { fieldChecks } from '../../../ui/entry/field-checks.ts';
import { changedValues, startValues } from '../../../resource-screens/form-values.ts';
import { T as S } from '../../../resource-screens/screen-texts.ts';
import { saveClient, sortRefusal } from './save-client.ts';
import { useDuplicate } from './use-duplicate.ts';
import { kindsName, stepOf, wizardSteps } from './wizard-steps.ts';

import type { FocusEvent } from 'react';
import type { Values } from '../../../resource-client/body.ts';
import type { CreateFormProps } from '../../../resource-screens/screen-context.ts';

const fields = wizardSteps.flatMap((step) => step.fields);
const last = wizardSteps.length - 1;

interface WizardParts extends CreateFormProps {
  readonly onDirty: (isDirty: boolean) => void;
}

interface Wizard {
  readonly form: FormInstance<Values>;
  readonly start: Values;
  readonly at: number;
  readonly sentence: string | null;
  readonly isBusy: boolean;
  readonly draft: FormDraft;
  readonly duplicate: ReturnType<typeof useDuplicate>;
  readonly values: () => Values;
  readonly change: (changed: Values) => void;
  readonly restore: (values: Values) => void;
  readonly checkLeft: (event: FocusEvent) => void;
  readonly showWrong: () => void;
  readonly back: () => void;
  readonly next: () => Promise<void>;
}

/** The form with its draft, and the step that is shown. */
function useForm(defaults: Values) {
  const [form] = Form.useForm<Values>();
  const [start] = useState(() => ({ ...startValues(Object.fromEntries(fields), defaults), [kindsName]: [] }));
  const [at, setAt] = useState(0);
  const [sentence, say] = useState<string | null>(null);
  const draft = useDraft(`${client.name}.wizard.${JSON.stringify(defaults)}`);
  const checks = fieldChecks(form, () => say(null));
  const values = (): Values => form.getFieldsValue(true) as Values;
  const keep = (): void => {
    const { [kindsName]: kinds } = values();
    const isSigned = Array.isArray(kinds) && kinds.length > 0;
    draft.keep({ ...changedValues(fields, start, values()), ...(isSigned && { [kindsName]: kinds }) });
  };
  const showWrong = (): void => say(S('wrong', { n: checks.goToWrong() }));
  return { form, start, at, setAt, sentence, say, draft, checks, values, keep, showWrong };
}

/** Saves the form. A refusal opens the step of its first refused field. */
function useSave(parts: ReturnType<typeof useForm>, { onCreated, onClose }: WizardParts): () => Promise<void> {
  const { message } = App.useApp();
  const { form, setAt, say, draft, values, showWrong } = parts;
  const refuse = (refused: ReturnType<typeof sortRefusal>['fields']): void => {
    const step = Math.min(...refused.map(({ name }) => stepOf(name)));
    flushSync(() => setAt(step));
    form.setFields(refused.filter(({ name }) => stepOf(name) === step).map((field) => ({ ...field })));
    showWrong();
  };
  const showRefusal = (error: unknown): void => {
    const { fields: refused, rest } = sortRefusal(error);
    if (refused.length > 0) refuse(refused);
    if (refused.length > 0 && rest.length === 0) return;
    const { title, description } = failureWords(error);
    say([title, ...(rest.length > 0 ? rest : [description])].join(' ').trim());
  };
  return async () => {
    try {
      const id = await saveClient(values());
      draft.drop();
      onCreated?.(id, values());
      message.success(S('created', { title: resourceTitle(client) }));
      onClose();
    } catch (error) {
      showRefusal(error);
    }
  };
}

const isIdentity = (changed: Values): boolean =>
  ['name', 'certificateNo', 'certificateType'].some((name) => name in changed);

/** State of the wizard: one form over four steps, of which each is checked before the next. */
export function useWizard(parts: WizardParts): Wizard {
  const [isBusy, setBusy] = useState(false);
  const duplicate = useDuplicate();
  const base = useForm(parts.defaults);
  const save = useSave(base, parts);
  const { form, start, at, setAt, sentence, say, draft, checks, values, keep, showWrong } = base;

  const goTo = (step: number): void => {
    say(null);
    setAt(step);
  };
  const goOn = async (): Promise<void> => {
    if (at === last) return save();
    if (at > 0 || (await duplicate.isFree(values()))) return goTo(at + 1);
    return say(null);
  };
  return {
    form,
    start,
    at,
    sentence,
    isBusy,
    draft,
    duplicate,
    values,
    showWrong,
    change: (changed) => {
      parts.onDirty(true);
      if (isIdentity(changed)) duplicate.forget();
      keep();
      checks.checkAgain(changed);
    },
    restore: (kept) => {
      form.setFieldsValue(kept);
      parts.onDirty(true);
    },
    checkLeft: (event) => {
      checks.checkLeft(event);
      if (/_(certificateNo|name)$/.test(event.target.id)) void duplicate.isFree(values());
    },
    back: () => goTo(at - 1),
    next: async () => {
      setBusy(true);
      await goOn();
      setBusy(false);
    },
  };
}
