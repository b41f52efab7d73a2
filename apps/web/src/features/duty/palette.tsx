import { shift } from '@kangmai/model/duty';
import { Input } from 'antd';
import { useState } from 'react';

import { fieldOf } from '@kangmai/resource';

import { useLookup } from '../../resource-screens/use-lookup.ts';
import { ErrorState } from '../../ui/states.tsx';
import { T } from './duty-texts.ts';
import css from './duty.module.css';

import type { Roster } from './use-roster.ts';
import type { TypeRow } from './use-duty-month.ts';

interface TypesProps {
  readonly types: readonly TypeRow[];
  readonly chosen: number | undefined;
  readonly choose: (id: number) => void;
}

function Types({ types, chosen, choose }: TypesProps) {
  return (
    <section className={css['part']} aria-label={T('types')}>
      <h2>{T('types')}</h2>
      <ul className={css['types']}>
        {types.map(({ id, values }) => (
          <li key={id}>
            <button
              type="button"
              className={`${css['type']} ${id === chosen ? css['chosen'] : ''}`}
              aria-pressed={id === chosen}
              onClick={() => choose(id)}
            >
              <span className={css['colour']} style={{ background: values.colour }} aria-hidden="true" />
              <span className={css['short']}>{values.shortName}</span>
              <span className={css['who']}>
                {values.name} {values.begins}–{values.ends}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function People({ roster: { chosen, choose } }: { readonly roster: Roster }) {
  const [text, setText] = useState('');
  const { options, hasMore, isLoading, error } = useLookup(shift, fieldOf(shift, 'person'), {
    text,
    isOpen: true,
    isFilter: false,
  });
  return (
    <section className={css['part']} aria-label={T('people')}>
      <h2>{T('people')}</h2>
      <Input
        allowClear
        value={text}
        placeholder={T('findPeople')}
        aria-label={T('findPeople')}
        onChange={(event) => setText(event.target.value)}
      />
      {error instanceof Error && <ErrorState message={error.message} />}
      {!isLoading && !error && options.length === 0 && <p className={css['note']}>{T('noPeople')}</p>}
      <ul className={css['people']}>
        {options.map(({ id, name }) => {
          const isChosen = chosen?.kind === 'person' && chosen.id === id;
          return (
            <li key={id}>
              <button
                type="button"
                draggable
                translate="no"
                className={`${css['person']} ${isChosen ? css['chosen'] : ''}`}
                aria-pressed={isChosen}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', String(id));
                  choose({ kind: 'person', id, name });
                }}
                onClick={() => choose(isChosen ? null : { kind: 'person', id, name })}
              >
                {name}
              </button>
            </li>
          );
        })}
      </ul>
      {hasMore && <p className={css['note']}>{T('morePeople')}</p>}
    </section>
  );
}

/** Kinds of shifts and persons, from which the month is filled. */
export function Palette({ roster, ...types }: TypesProps & { readonly roster: Roster }) {
  return (
    <aside className={css['palette']}>
      <Types {...types} />
      <People roster={roster} />
    </aside>
  );
}
