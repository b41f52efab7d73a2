import { Form } from 'antd';
import { use, useEffect, useRef, useState } from 'react';

import { useDraft } from '../../../resource-client/use-draft.ts';
import { MarkDirty } from '../../../ui/entry/mark-dirty.ts';
import { DraftNotice } from './draft-notice.tsx';

import type { Values } from '../../../resource-client/body.ts';

interface FormDraftProps {
  readonly of: string;
  readonly secrets?: readonly string[];
  readonly beside?: Values;
  readonly onUse?: (values: Values) => void;
}

const written = (value: unknown): string => JSON.stringify(value ?? '');

const changesOf = (start: Values, values: Values, secrets: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !secrets.includes(name) && written(value) !== written(start[name]),
    ),
  );

const none: readonly string[] = [];

/**
 * Within a hand-made `Form`: keeps its input and offers it again, except `secrets`. `of` names form and row.
 * `beside` is input that is no field. Who saves the form calls `dropDraft`.
 */
export function FormDraft({ of, secrets = none, beside = {}, onUse }: FormDraftProps) {
  const form = Form.useFormInstance<Values>();
  const draft = useDraft(of);
  const markDirty = use(MarkDirty);
  const values = { ...(Form.useWatch([], form) as Values | undefined), ...beside };
  const [start] = useState(() => ({ ...form.getFieldsValue(true), ...beside }) as Values);
  const changes = changesOf(start, values, secrets);
  const stamp = JSON.stringify(changes);
  const seen = useRef('{}');
  useEffect(() => {
    if (stamp === seen.current) return;
    seen.current = stamp;
    draft.keep(changes);
  });
  const putBack = (kept: Values): void => {
    const ofFields = Object.entries(kept).filter(([name]) => !(name in beside));
    form.setFields(ofFields.map(([name, value]) => ({ name: [name], value })));
    markDirty();
    onUse?.(kept);
  };
  return <DraftNotice draft={draft} onUse={putBack} />;
}
