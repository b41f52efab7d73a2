import { Checkbox } from 'antd';
import { ruleSexes } from '@kangmai/model/alerts';
import { mealRelations } from '@kangmai/model/measurements';
import { ruleTags } from '@kangmai/model/shared';

import { choiceLabel } from '../../lib/labels.ts';
import { B } from './builder-texts.ts';
import { withPart, type DraftCondition, type DraftTerm } from './draft.ts';
import { T } from './rule-texts.ts';
import { ChoiceSlot, NumberSlot, SomeSlot, useBuilder } from './slot.tsx';
import css from './builder.module.css';

import type { BodyState, RuleTag } from '@kangmai/domain';

interface Aged {
  readonly minAge?: number | null;
  readonly maxAge?: number | null;
}

export function AgeSlots<A extends Aged>({
  path,
  aged,
  onChange,
}: {
  readonly path: string;
  readonly aged: A;
  readonly onChange: (aged: A) => void;
}) {
  const slot = (key: 'minAge' | 'maxAge') => (
    <NumberSlot
      label={B(key)}
      path={`${path}.${key}`}
      value={aged[key]}
      isWhole
      unit={B('years')}
      placeholder={B('anyAge')}
      onChange={(age) => onChange(withPart(aged, key, (age ?? undefined) as A[typeof key] | undefined))}
    />
  );
  return (
    <>
      {slot('minAge')}
      {slot('maxAge')}
    </>
  );
}

const states: readonly BodyState[] = ['rest', 'active', 'asleep'];
const anySex = 0;
const sexes = Object.values(ruleSexes.entries).map((entry) => ({ value: Number(entry.wire), entry }));
const periods = Object.values(mealRelations.entries).map((entry) => ({ value: Number(entry.wire), entry }));

interface TermPeopleProps {
  readonly path: string;
  readonly term: DraftTerm;
  readonly onChange: (term: DraftTerm) => void;
}

export function TermPeople({ path, term, onChange }: TermPeopleProps) {
  const { kind, isDisabled } = useBuilder();
  return (
    <>
      <ChoiceSlot
        label={B('sex')}
        path={`${path}.sex`}
        value={term.sex ?? anySex}
        options={sexes.map(({ value, entry }) => ({ value, label: choiceLabel(entry) }))}
        onChange={(sex) => onChange(withPart(term, 'sex', sex === anySex ? undefined : (sex as 1 | 2)))}
      />
      {kind === 'heart' && (
        <SomeSlot
          breadth="wide"
          label={B('states')}
          path={`${path}.states`}
          value={term.states}
          options={states.map((state) => ({ value: state, label: T(state) }))}
          placeholder={B('any')}
          onChange={(some) => onChange(withPart(term, 'states', some))}
        />
      )}
      {kind === 'bloodSugar' && (
        <SomeSlot<number>
          breadth="wide"
          label={B('periods')}
          path={`${path}.periods`}
          value={term.periods?.filter((each) => each !== null)}
          options={periods.map(({ value, entry }) => ({ value, label: choiceLabel(entry) }))}
          placeholder={B('any')}
          onChange={(some) => onChange(withPart(term, 'periods', some))}
        />
      )}
      {kind === 'bp' && (
        <Checkbox
          className={css['check'] ?? ''}
          disabled={isDisabled}
          checked={term.symptom === true}
          onChange={({ target }) => onChange(withPart(term, 'symptom', target.checked || undefined))}
        >
          {B('symptom')}
        </Checkbox>
      )}
    </>
  );
}

export function OtherTags({
  condition,
  onChange,
}: {
  readonly condition: DraftCondition;
  readonly onChange: (condition: DraftCondition) => void;
}) {
  const options = Object.entries(ruleTags.entries).map(([value, entry]) => ({
    value: value as RuleTag,
    label: choiceLabel(entry),
  }));
  const parts = [
    ['also', 'withTags'],
    ['without', 'withoutTags'],
  ] as const;
  return parts.map(([label, part]) => (
    <SomeSlot<RuleTag>
      key={part}
      breadth="wide"
      label={B(label)}
      path={`condition.${part}`}
      value={condition[part]}
      options={options}
      placeholder={B('nobody')}
      onChange={(tags) => onChange(withPart(condition, part, tags))}
    />
  ));
}
