import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';

import { IconButton } from '../../ui/icon-button.tsx';
import { B } from './builder-texts.ts';
import { onlyMetric, withMember, withPart, type DraftCondition } from './draft.ts';
import { MetricSlot } from './figure-slots.tsx';
import { rangeHint } from './figure-words.ts';
import { Fold } from './fold.tsx';
import { AgeSlots, OtherTags } from './people.tsx';
import { T } from './rule-texts.ts';
import { ChoiceSlot, NumberSlot, Slot, useBuilder } from './slot.tsx';
import css from './builder.module.css';

interface ConditionProps {
  readonly condition: DraftCondition;
  readonly onChange: (condition: DraftCondition) => void;
}

const anywhere = -1;

function Surroundings({ condition, onChange }: ConditionProps) {
  const { kind } = useBuilder();
  const any = { value: anywhere, label: B('any') };
  const places = [any, { value: 1, label: T('place1') }, { value: 2, label: T('place2') }];
  const oxygens = [any, { value: 0, label: T('oxygen0') }, { value: 1, label: T('oxygen1') }];
  if (kind === 'bp')
    return (
      <ChoiceSlot<number>
        label={B('place')}
        path="condition.place"
        value={condition.place ?? anywhere}
        options={places}
        onChange={(place) => onChange(withPart(condition, 'place', place === anywhere ? undefined : (place as 1 | 2)))}
      />
    );
  if (kind === 'spo2')
    return (
      <ChoiceSlot<number>
        label={B('oxygen')}
        path="condition.oxygen"
        value={condition.oxygen ?? anywhere}
        options={oxygens}
        onChange={(oxygen) =>
          onChange(withPart(condition, 'oxygen', oxygen === anywhere ? undefined : (oxygen as 0 | 1)))
        }
      />
    );
  return null;
}

/** Extra text of the finding above a threshold. */
function AddedWords({ condition, onChange }: ConditionProps) {
  const { kind, isDisabled } = useBuilder();
  const { addText = [] } = condition;
  const setTexts = (next: typeof addText): void =>
    onChange(withPart(condition, 'addText', next.length > 0 ? next : undefined));
  return (
    <>
      {addText.map((each, index) => {
        const at = `condition.addText.${index}`;
        const changeText = (next: typeof each | undefined): void => setTexts(withMember(addText, index, next));
        return (
          <fieldset key={at} className={css['part']}>
            <legend>{B('addText', { n: index + 1 })}</legend>
            <div className={css['row']}>
              <MetricSlot
                path={`${at}.metric`}
                value={each.metric}
                onChange={(metric) => changeText({ ...each, metric })}
              />
              <NumberSlot
                label={B('from')}
                path={`${at}.from`}
                value={each.from}
                onChange={(from) => changeText({ ...each, from })}
                {...rangeHint(kind, each.metric)}
              />
              <Slot label={B('text')} path={`${at}.text`}>
                {(bound) => (
                  <Input
                    {...bound}
                    maxLength={40}
                    value={each.text}
                    onChange={({ target }) => changeText({ ...each, text: target.value })}
                  />
                )}
              </Slot>
              <IconButton
                className={css['remove'] ?? ''}
                name={B('removeAddText', { n: index + 1 })}
                icon={<DeleteOutlined />}
                disabled={isDisabled}
                onClick={() => changeText(undefined)}
              />
            </div>
          </fieldset>
        );
      })}
      <div>
        <Button
          type="link"
          size="small"
          icon={<PlusOutlined />}
          disabled={isDisabled}
          onClick={() => setTexts([...addText, { metric: onlyMetric(kind), from: null, text: '' }])}
        >
          {B('addAddText')}
        </Button>
      </div>
    </>
  );
}

const flags = ['distinctDays', 'reportOnly', 'replacesGeneral'] as const;

const isSaid = ({ terms: _terms, history: _history, event: _event, ...rest }: DraftCondition): boolean =>
  Object.keys(rest).length > 0;

export function Circumstances({ condition, onChange, isPlatform }: ConditionProps & { readonly isPlatform: boolean }) {
  const { isDisabled } = useBuilder();
  const { event, history } = condition;
  const mayBeSaid = (flag: (typeof flags)[number]): boolean =>
    !event && !history && (flag !== 'replacesGeneral' || isPlatform);
  const shown = flags.filter((flag) => mayBeSaid(flag) || condition[flag]);
  return (
    <Fold title={B('more')} isOpen={isSaid(condition)}>
      <div className={css['row']}>
        <AgeSlots path="condition" aged={condition} onChange={onChange} />
        {!event && <Surroundings condition={condition} onChange={onChange} />}
        <OtherTags condition={condition} onChange={onChange} />
      </div>
      <div className={css['checks']}>
        {shown.map((flag) => (
          <Checkbox
            key={flag}
            disabled={isDisabled}
            checked={condition[flag] === true}
            onChange={({ target }) => onChange(withPart(condition, flag, target.checked || undefined))}
          >
            {B(flag)}
          </Checkbox>
        ))}
      </div>
      {!event && <AddedWords condition={condition} onChange={onChange} />}
    </Fold>
  );
}
