import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';

import { IconButton } from '../../ui/icon-button.tsx';
import { B } from './builder-texts.ts';
import { AgeSlots, TermPeople } from './people.tsx';
import { Fold } from './fold.tsx';
import { LimitEditor } from './limit-editor.tsx';
import { MetricSlot, OperatorSlot } from './figure-slots.tsx';
import { NumberSlot, useBuilder } from './slot.tsx';
import { rangeHint } from './figure-words.ts';
import { freshTerm, withMember, withPart, type DraftTerm } from './draft.ts';
import css from './builder.module.css';

import type { ReactNode } from 'react';

interface PartProps {
  readonly path: string;
  readonly term: DraftTerm;
  readonly onChange: (term: DraftTerm) => void;
}

/** Further comparisons that must hold with the first one of a term. */
function Companions({ path, term, onChange }: PartProps) {
  const { kind, isDisabled } = useBuilder();
  const { and = [] } = term;
  const setComparisons = (next: typeof and): void =>
    onChange(withPart(term, 'and', next.length > 0 ? next : undefined));
  const add = (): void => setComparisons([...and, { ...freshTerm('', undefined), value: null }]);
  return (
    <>
      {and.map((each, index) => {
        const at = `${path}.and.${index}`;
        const changeComparison = (next: typeof each | undefined): void => setComparisons(withMember(and, index, next));
        return (
          // Comparisons have no ids; their position identifies them.
          <fieldset key={at} className={`${css['part']} ${css['inner']}`}>
            <legend>{B('and')}</legend>
            <div className={css['row']}>
              <MetricSlot
                path={`${at}.metric`}
                value={each.metric}
                onChange={(metric) => changeComparison({ ...each, metric })}
              />
              <OperatorSlot path={`${at}.op`} value={each.op} onChange={(op) => changeComparison({ ...each, op })} />
              <NumberSlot
                label={B('limit')}
                path={`${at}.value`}
                value={each.value}
                onChange={(value) => changeComparison({ ...each, value })}
                {...rangeHint(kind, each.metric)}
              />
              <IconButton
                className={css['remove'] ?? ''}
                name={B('removeAnd', { n: index + 1 })}
                icon={<DeleteOutlined />}
                disabled={isDisabled}
                onClick={() => changeComparison(undefined)}
              />
            </div>
          </fieldset>
        );
      })}
      <div>
        <Button type="link" size="small" icon={<PlusOutlined />} disabled={isDisabled} onClick={add}>
          {B('addAnd')}
        </Button>
      </div>
    </>
  );
}

const isForSome = ({ minAge, maxAge, sex, states, periods, symptom }: DraftTerm): boolean =>
  [minAge, maxAge, sex, states, periods, symptom].some((part) => part !== undefined);

/** A term with its further comparisons and the people it applies to; `remove` deletes it. */
export function TermEditor({ path, term, onChange, remove }: PartProps & { readonly remove: ReactNode }) {
  return (
    <>
      <div className={css['row']}>
        <MetricSlot path={`${path}.metric`} value={term.metric} onChange={(metric) => onChange({ ...term, metric })} />
        <OperatorSlot path={`${path}.op`} value={term.op} onChange={(op) => onChange({ ...term, op })} />
        <LimitEditor
          path={`${path}.value`}
          metric={term.metric}
          value={term.value}
          onChange={(value) => onChange({ ...term, value })}
        />
        {remove}
      </div>
      <Companions path={path} term={term} onChange={onChange} />
      <Fold title={B('only')} isOpen={isForSome(term)}>
        <div className={css['row']}>
          <AgeSlots path={path} aged={term} onChange={onChange} />
          <TermPeople path={path} term={term} onChange={onChange} />
        </div>
      </Fold>
    </>
  );
}
