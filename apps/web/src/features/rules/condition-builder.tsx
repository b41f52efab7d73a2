import { checkCondition } from '@kangmai/domain';
import { Alert, Button, Form, Input, Radio } from 'antd';
import { useEffect, useMemo, useRef, type RefObject } from 'react';

import { fieldLabel } from '../../lib/labels.ts';
import { B } from './builder-texts.ts';
import { Circumstances } from './circumstances.tsx';
import { isStillOpen, ownerOf, problemSentence } from './condition-problems.ts';
import { CourseEditor } from './course-editor.tsx';
import {
  conditionOf,
  freshCondition,
  freshTerm,
  leadingMetric,
  textOr,
  wayOf,
  waysOf,
  type DraftCondition,
  type Way,
} from './draft.ts';
import { EventEditor } from './event-editor.tsx';
import { isBuildable } from './known-form.ts';
import { conditionText } from './rule-words.ts';
import { BuilderContext, type Builder } from './slot.tsx';
import { TermList } from './term-list.tsx';
import { Trial } from './trial.tsx';
import { isBenchable } from './trial-rule.ts';
import css from './builder.module.css';

import type { Values } from '../../resource-client/body.ts';
import type { InputProps } from '../../resource-screens/field-kinds/face.ts';

interface MainProps {
  readonly condition: DraftCondition;
  readonly values: Values;
  readonly onChange: (condition: DraftCondition) => void;
}

function Main({ condition, values, onChange }: MainProps) {
  const { history, event, terms } = condition;
  if (event) return <EventEditor event={event} onChange={(next) => onChange({ ...condition, event: next })} />;
  if (history) return <CourseEditor course={history} onChange={(next) => onChange({ ...condition, history: next })} />;
  return (
    <TermList
      terms={terms}
      fresh={(metric) => freshTerm(metric, values['direction'])}
      onChange={(next) => onChange({ ...condition, terms: next })}
    />
  );
}

function WayChoice({ condition, values, onChange, onWay }: MainProps & { readonly onWay: (way: Way) => void }) {
  const kind = String(values['kind']);
  const ways = waysOf(kind);
  const way = wayOf(condition);
  const changeWay = (next: Way): void => {
    const { terms: _terms, history: _history, event: _event, ...rest } = condition;
    onChange({
      ...rest,
      ...freshCondition(kind, next, { metric: textOr(values['metric']), direction: values['direction'] }),
    });
    onWay(next);
  };
  return (
    <div>
      {ways.length > 1 && (
        <Radio.Group
          aria-label={B('way')}
          optionType="button"
          value={way}
          options={ways.map((each) => ({ value: each, label: B(`way.${each}`) }))}
          onChange={({ target }) => changeWay(target.value as Way)}
        />
      )}
      <p className={css['hint']}>{B(`hint.${way}`)}</p>
    </div>
  );
}

interface AdvancedProps {
  readonly id: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onAgain: () => void;
}

/** A condition without builder fields, shown as stored. */
function Advanced({ id, value, isDisabled, onChange, onAgain }: AdvancedProps) {
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={B('unknownForm')}
        action={
          <Button size="small" disabled={isDisabled} onClick={onAgain}>
            {B('again')}
          </Button>
        }
      />
      <details className={css['fold']} open={typeof value === 'string'}>
        <summary>{B('advanced')}</summary>
        <Input.TextArea
          id={`${id}-json`}
          aria-label={B('json')}
          rows={8}
          spellCheck={false}
          disabled={isDisabled}
          value={shown}
          onChange={({ target }) => onChange(target.value)}
        />
      </details>
    </>
  );
}

/** When the form focuses the builder, the focus moves to the first invalid input, else to the message below. */
function useFocusWrong(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = box.current;
    const lead = ({ target }: Event): void => {
      if (target !== element) return;
      const wrong = element?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else element?.scrollIntoView({ block: 'end' });
    };
    // The form would treat the focus change as leaving the field and clear the server's message.
    const stopAtBox = (event: Event): void => {
      if (event.target === element) event.stopPropagation();
    };
    element?.addEventListener('focus', lead);
    element?.addEventListener('focusout', stopAtBox);
    return () => {
      element?.removeEventListener('focus', lead);
      element?.removeEventListener('focusout', stopAtBox);
    };
  }, [box]);
}

/** Problems of the condition by path; empty inputs of a new form are not reported yet. */
function useProblems(condition: DraftCondition | null, values: Values): Builder['problemAt'] {
  const { status } = Form.Item.useStatus();
  const { kind, ageGroup, level } = values;
  return useMemo(() => {
    const problems = condition ? checkCondition(ownerOf({ kind, ageGroup, level }, condition)) : [];
    const said = new Map(
      problems
        .filter((problem) => status === 'error' || (condition && !isStillOpen(condition, problem)))
        .map((problem) => [problem.field, problemSentence(problem)]),
    );
    return (path) => said.get(path);
  }, [condition, status, kind, ageGroup, level]);
}

const eventDirection = 'event';

interface Written {
  readonly kind: string;
  readonly values: Values;
  /** Null when the builder has no fields for the stored condition. */
  readonly condition: DraftCondition | null;
  readonly change: (condition: DraftCondition) => void;
  readonly turn: (way: Way) => void;
}

/** The form's condition and the fields that follow it: leading metric and direction. */
function useCondition({
  value,
  onChange,
}: {
  readonly value: unknown;
  readonly onChange: InputProps['onChange'] | undefined;
}): Written {
  const form = Form.useFormInstance<Values>();
  // The watched values are empty until the first render.
  const watched: Values | undefined = Form.useWatch((all: Values) => all, form);
  const values: Values = { ...form.getFieldsValue(true), ...watched };
  const kind = textOr(values['kind']);
  const isKnown = value === null || value === undefined || isBuildable(kind, value);
  const start = useMemo(() => freshCondition(kind, waysOf(kind)[0] ?? 'reading'), [kind]);
  const changeCondition = (next: DraftCondition): void => {
    onChange?.(next);
    form.setFields([{ name: 'metric', value: leadingMetric(next, values['metric']) || null, errors: [] }]);
  };
  const setWay = (way: Way): void => {
    const before = values['direction'];
    form.setFieldValue('direction', way === 'reading' ? (before === eventDirection ? null : before) : eventDirection);
  };
  return {
    kind,
    values,
    condition: isKnown ? (conditionOf(value) ?? start) : null,
    change: changeCondition,
    turn: setWay,
  };
}

interface FieldsProps {
  readonly condition: DraftCondition;
  readonly written: Written;
  readonly ruleId: number | undefined;
}

function Fields({ condition, written, ruleId }: FieldsProps) {
  const form = Form.useFormInstance<Values>();
  const { kind, values, change, turn } = written;
  const isRight = checkCondition(ownerOf(values, condition)).length === 0;
  return (
    <>
      <WayChoice condition={condition} values={values} onChange={change} onWay={turn} />
      <Main key={wayOf(condition)} condition={condition} values={values} onChange={change} />
      <Circumstances condition={condition} onChange={change} isPlatform={values['scopeType'] === 'platform'} />
      <output className={css['sentence']}>
        <strong>{B('sentence')}</strong>
        {conditionText(kind, condition)}
      </output>
      {isBenchable({ ...values, condition }) && (
        <Trial isReady={isRight} ruleId={ruleId} read={() => ({ ...form.getFieldsValue(true), condition })} />
      )}
    </>
  );
}

/** Edits a condition: terms, course or event, to whom it applies, and the resulting sentence. */
export function ConditionBuilder(props: InputProps) {
  const { id = 'condition', name, field, value, onChange, disabled = false, row } = props;
  const written = useCondition({ value, onChange });
  const { kind, values, condition, change } = written;
  const problemAt = useProblems(condition, values);
  const builder = useMemo(
    (): Builder => ({ id, kind, isDisabled: disabled, problemAt }),
    [id, kind, disabled, problemAt],
  );
  const box = useRef<HTMLDivElement>(null);
  useFocusWrong(box);
  const again = (): void =>
    change(freshCondition(kind, waysOf(kind)[0] ?? 'reading', { metric: textOr(values['metric']) }));
  return (
    <BuilderContext value={builder}>
      {/* The form focuses this element when the condition is wrong. */}
      <div ref={box} id={id} role="group" aria-label={fieldLabel(name, field)} tabIndex={-1} className={css['builder']}>
        {kind === '' && <p className={css['hint']}>{B('kindFirst')}</p>}
        <Form.Item noStyle validateStatus="">
          {kind !== '' &&
            (condition ? (
              <Fields condition={condition} written={written} ruleId={row?.id} />
            ) : (
              <Advanced
                id={id}
                value={value}
                isDisabled={disabled}
                onChange={(next) => onChange?.(next)}
                onAgain={again}
              />
            ))}
        </Form.Item>
      </div>
    </BuilderContext>
  );
}
