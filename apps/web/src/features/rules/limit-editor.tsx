import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';

import { IconButton } from '../../ui/icon-button.tsx';
import { B } from './builder-texts.ts';
import { rangeHint } from './figure-words.ts';
import { withMember, withPart, type DraftLimit } from './draft.ts';
import { ChoiceSlot, NumberSlot, useBuilder } from './slot.tsx';
import css from './builder.module.css';

interface LimitProps<L> {
  readonly path: string;
  readonly metric: string;
  readonly value: L;
  readonly onChange: (value: DraftLimit) => void;
}

type Stepped = Extract<DraftLimit, { steps: object }>;
type Line = Extract<DraftLimit, { base: number | null }>;

function StepsEditor({ path, metric, value: { steps }, onChange }: LimitProps<Stepped>) {
  const { kind, isDisabled } = useBuilder();
  const setSteps = (next: Stepped['steps']): void => onChange({ steps: next });
  return (
    <div className={css['inner']}>
      {steps.map((step, index) => {
        const at = `${path}.steps.${index}`;
        const changeStep = (next: typeof step | undefined): void => setSteps(withMember(steps, index, next));
        return (
          <fieldset key={at} className={css['part']}>
            <legend>{B('step', { n: index + 1 })}</legend>
            <div className={css['row']}>
              <NumberSlot
                label={B('toAge')}
                path={`${at}.toAge`}
                value={step.toAge}
                isWhole
                unit={B('years')}
                onChange={(toAge) => changeStep({ ...step, toAge })}
              />
              <NumberSlot
                label={B('limit')}
                path={`${at}.value`}
                value={step.value}
                onChange={(value) => changeStep({ ...step, value })}
                {...rangeHint(kind, metric)}
              />
              {steps.length > 1 && (
                <IconButton
                  className={css['remove'] ?? ''}
                  name={B('removeStep', { n: index + 1 })}
                  icon={<DeleteOutlined />}
                  disabled={isDisabled}
                  onClick={() => changeStep(undefined)}
                />
              )}
            </div>
          </fieldset>
        );
      })}
      <p className={css['hint']}>{B('stepsHint')}</p>
      <Button
        type="link"
        size="small"
        icon={<PlusOutlined />}
        disabled={isDisabled}
        onClick={() => setSteps([...steps, { toAge: null, value: null }])}
      >
        {B('addStep')}
      </Button>
    </div>
  );
}

function LineEditor({ path, metric, value, onChange }: LimitProps<Line>) {
  const { kind } = useBuilder();
  const { unit, hint } = rangeHint(kind, metric);
  return (
    <>
      <NumberSlot
        label={B('base')}
        path={path}
        value={value.base}
        unit={unit}
        hint={hint}
        onChange={(base) => onChange({ ...value, base })}
      />
      <NumberSlot
        label={B('perYear')}
        path={`${path}.perYear`}
        value={value.perYear}
        unit={unit}
        onChange={(perYear) => onChange({ ...value, perYear })}
      />
      <NumberSlot
        label={B('perYearFemale')}
        path={`${path}.perYearFemale`}
        value={value.perYearFemale}
        unit={unit}
        placeholder={B('female')}
        onChange={(slope) => onChange(withPart(value, 'perYearFemale', slope ?? undefined))}
      />
    </>
  );
}

const forms = ['number', 'steps', 'line'] as const;
type LimitForm = (typeof forms)[number];

const formOf = (value: DraftLimit): LimitForm =>
  typeof value !== 'object' || value === null ? 'number' : 'steps' in value ? 'steps' : 'line';

/** A limit in another form that keeps its number. */
function withForm(value: DraftLimit, form: LimitForm): DraftLimit {
  const number = typeof value === 'number' ? value : null;
  if (form === 'steps') return { steps: [{ toAge: null, value: number }] };
  return form === 'line' ? { base: number, perYear: null } : null;
}

export function LimitEditor({ path, metric, value, onChange }: LimitProps<DraftLimit>) {
  const { kind } = useBuilder();
  const shared = { path, metric, onChange };
  return (
    <>
      <ChoiceSlot
        label={B('limitForm')}
        path={`${path}.form`}
        value={formOf(value)}
        options={forms.map((form) => ({ value: form, label: B(`limit.${form}`) }))}
        onChange={(form) => form !== formOf(value) && onChange(withForm(value, form))}
      />
      {typeof value !== 'object' || value === null ? (
        <NumberSlot label={B('limit')} path={path} value={value} onChange={onChange} {...rangeHint(kind, metric)} />
      ) : 'steps' in value ? (
        <StepsEditor {...shared} value={value} />
      ) : (
        <LineEditor {...shared} value={value} />
      )}
    </>
  );
}
