import { eventFormOf, type EventForm } from '@kangmai/domain';
import { alarmLevels } from '@kangmai/model/shared';
import { Checkbox } from 'antd';

import { choiceLabel } from '../../lib/labels.ts';
import { B } from './builder-texts.ts';
import { withPart, type DraftEvent } from './draft.ts';
import { T } from './rule-texts.ts';
import { ChoiceSlot, NumberSlot, useBuilder } from './slot.tsx';
import css from './builder.module.css';

interface EventProps {
  readonly event: DraftEvent;
  readonly onChange: (event: DraftEvent) => void;
}

const path = 'condition.event';
const levels = Object.values(alarmLevels.entries).map((entry) => ({ value: Number(entry.wire), entry }));

type Raise = NonNullable<DraftEvent['raise']>;

function RaiseSlots({
  raise,
  needs,
  onChange,
}: {
  readonly raise: Raise;
  readonly needs: 'minutes' | 'below';
  readonly onChange: (raise: Raise) => void;
}) {
  const at = `${path}.raise`;
  return (
    <div className={`${css['row']} ${css['inner']}`}>
      <NumberSlot
        label={B(needs === 'minutes' ? 'raiseMinutes' : 'below')}
        path={`${at}.${needs}`}
        value={raise[needs]}
        isWhole
        unit={needs === 'minutes' ? B('minuteUnit') : '%'}
        onChange={(value) => onChange({ ...raise, [needs]: value })}
      />
      <ChoiceSlot<number>
        label={B('raiseLevel')}
        path={`${at}.level`}
        value={raise.level}
        options={levels.map(({ value, entry }) => ({ value, label: choiceLabel(entry) }))}
        onChange={(level) => onChange({ ...raise, level: level as Raise['level'] })}
      />
    </div>
  );
}

function Flags({ event, form, onChange }: EventProps & { readonly form: EventForm }) {
  const { isDisabled } = useBuilder();
  const { raise: raised } = form;
  const flag = (key: 'wakingTime' | 'sosWearer', label: string) => (
    <Checkbox
      disabled={isDisabled}
      checked={event[key] === true}
      onChange={({ target }) => onChange(withPart(event, key, target.checked || undefined))}
    >
      {label}
    </Checkbox>
  );
  const toggleRaise = (isOn: boolean): void =>
    onChange(
      withPart(
        event,
        'raise',
        isOn && raised ? { level: null, [raised.needs]: null, ...(raised.gateway && { gateway: true }) } : undefined,
      ),
    );
  return (
    <div className={css['checks']}>
      {form.mayWait && flag('wakingTime', B('waking'))}
      {form.mayNeedSos && flag('sosWearer', B('sosWearer'))}
      {raised && (
        <Checkbox
          disabled={isDisabled}
          checked={event.raise !== undefined}
          onChange={({ target }) => toggleRaise(target.checked)}
        >
          {B(raised.gateway ? 'raise.gateway' : 'raise')}
        </Checkbox>
      )}
    </div>
  );
}

export function EventEditor({ event, onChange }: EventProps) {
  const { kind } = useBuilder();
  const form = eventFormOf(kind);
  if (!form) return null;
  const { needs, raise } = form;
  return (
    <fieldset className={css['part']}>
      <legend>{B('event')}</legend>
      <div>{T(event.event)}</div>
      {needs && (
        <div className={css['row']}>
          <NumberSlot
            label={B(needs)}
            path={`${path}.${needs}`}
            value={event[needs]}
            isWhole
            unit={needs === 'minutes' ? B('minuteUnit') : '%'}
            onChange={(value) => onChange({ ...event, [needs]: value })}
          />
        </div>
      )}
      {!needs && !raise && <p className={css['hint']}>{B('noFigures')}</p>}
      <Flags event={event} form={form} onChange={onChange} />
      {raise && event.raise && (
        <RaiseSlots raise={event.raise} needs={raise.needs} onChange={(next) => onChange({ ...event, raise: next })} />
      )}
    </fieldset>
  );
}
