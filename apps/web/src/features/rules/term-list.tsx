import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';

import { IconButton } from '../../ui/icon-button.tsx';
import { B } from './builder-texts.ts';
import { onlyMetric, withMember, type DraftTerm } from './draft.ts';
import { slotId, useBuilder } from './slot.tsx';
import { TermEditor } from './term-editor.tsx';
import css from './builder.module.css';

interface TermListProps {
  readonly terms: readonly DraftTerm[];
  readonly fresh: (metric: string) => DraftTerm;
  readonly onChange: (terms: readonly DraftTerm[]) => void;
}

const path = 'condition.terms';

/** Terms of a rule; each one alone makes a reading abnormal. */
export function TermList({ terms, fresh, onChange }: TermListProps) {
  const { id, kind, isDisabled, problemAt } = useBuilder();
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current !== null) document.getElementById(next.current)?.focus();
    next.current = null;
  }, [terms.length]);
  const addId = `${id}-add`;
  const add = (): void => {
    next.current = slotId(id, `${path}.${terms.length}.metric`);
    onChange([...terms, fresh(onlyMetric(kind))]);
  };
  const remove = (index: number): void => {
    next.current = addId;
    onChange(withMember(terms, index, undefined));
  };
  const problem = problemAt(path);
  return (
    <>
      {terms.map((term, index) => (
        // Terms have no ids; their position identifies them.
        <fieldset key={`${path}.${index}`} className={css['group']}>
          <legend>
            {index > 0 && `${B('itemOr')} · `}
            {B('item', { n: index + 1 })}
          </legend>
          <TermEditor
            path={`${path}.${index}`}
            term={term}
            onChange={(changed) => onChange(withMember(terms, index, changed))}
            remove={
              terms.length > 1 && (
                <IconButton
                  className={css['remove'] ?? ''}
                  danger
                  name={B('removeItem', { n: index + 1 })}
                  icon={<DeleteOutlined />}
                  disabled={isDisabled}
                  onClick={() => remove(index)}
                />
              )
            }
          />
        </fieldset>
      ))}
      {problem !== undefined && <div className={css['wrong']}>{problem}</div>}
      <div>
        <Button id={addId} type="dashed" icon={<PlusOutlined />} disabled={isDisabled} onClick={add}>
          {B('addItem')}
        </Button>
      </div>
    </>
  );
}
