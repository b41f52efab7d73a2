import { courseMetrics } from '@kangmai/domain';
import { Form, Input, Select } from 'antd';
import { Suspense } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { namedPopup } from '../../ui/named-popup.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { choiceFace } from '../../resource-screens/field-kinds/choice.tsx';
import { B } from './builder-texts.ts';
import { conditionProblem, metricProblem, readCondition } from './condition-problems.ts';
import {
  freshCondition,
  leadingMetric,
  metricsOfKind,
  textOr,
  wayOf,
  waysOf,
  withLeading,
  type DraftCondition,
} from './draft.ts';
import { figureLabel } from './figure-words.ts';
import { isBuildable } from './known-form.ts';

import type { Values } from '../../resource-client/body.ts';
import type { InputProps, OwnInput } from '../../resource-screens/field-kinds/face.ts';

const Builder = lazyPart(async () => (await import('./condition-builder.tsx')).ConditionBuilder);

/** The condition after a change of kind: kept while its metrics exist, else empty. */
function conditionFor(kind: string, { condition, direction }: Values): DraftCondition {
  const before = readCondition(condition);
  const [way = 'reading', ...others] = waysOf(kind);
  return before && [way, ...others].includes(wayOf(before)) && isBuildable(kind, before)
    ? before
    : freshCondition(kind, way, { direction });
}

/** The kind of a rule; metrics that the kind does not have are removed. */
function KindInput({ onChange, ...rest }: InputProps) {
  const form = Form.useFormInstance<Values>();
  const changeKind = (kind: unknown): void => {
    onChange?.(kind);
    if (typeof kind !== 'string') return;
    const values = form.getFieldsValue(true);
    const condition = conditionFor(kind, values);
    form.setFields([
      { name: 'condition', value: condition, errors: [] },
      { name: 'metric', value: leadingMetric(condition, values['metric']) || null, errors: [] },
    ]);
    if (wayOf(condition) === 'event') form.setFields([{ name: 'direction', value: 'event', errors: [] }]);
  };
  return <choiceFace.Input {...rest} onChange={changeKind} />;
}

function offeredMetrics(kind: unknown, condition: DraftCondition | null): readonly string[] {
  if (typeof kind !== 'string') return [];
  return condition?.history ? courseMetrics(kind, condition.history.kind) : metricsOfKind(kind);
}

function MetricInput({ id, value, onChange, disabled = false }: InputProps) {
  const form = Form.useFormInstance<Values>();
  const kind: unknown = Form.useWatch('kind', form);
  const condition = readCondition(Form.useWatch('condition', form));
  const bound = id === undefined ? {} : { id };
  if (condition?.event) return <Input {...bound} disabled value={B('byEvent')} />;
  const offered = offeredMetrics(kind, condition);
  const changeMetric = (metric: string): void => {
    onChange?.(metric);
    if (condition) form.setFieldValue('condition', withLeading(String(kind), condition, { before: value, metric }));
  };
  return (
    <Select<string>
      {...bound}
      popupRender={namedPopup}
      style={{ width: '100%' }}
      disabled={disabled || offered.length === 0}
      {...(offered.length === 0 && { placeholder: B('kindFirst') })}
      value={textOr(value) || null}
      options={offered.map((metric) => ({ value: metric, label: figureLabel(String(kind), metric) }))}
      onChange={changeMetric}
    />
  );
}

/** Loaded with the first opened form. */
const ConditionInput = (props: InputProps) => (
  <Suspense fallback={<LoadingState />}>
    <Builder {...props} />
  </Suspense>
);

export const ruleInputs: Readonly<Record<string, OwnInput>> = {
  kind: { Input: KindInput },
  metric: { Input: MetricInput, check: metricProblem },
  condition: { Input: ConditionInput, check: conditionProblem },
};
