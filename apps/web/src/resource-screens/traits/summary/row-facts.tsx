import { isTechnical, type AnyResource } from '@kangmai/resource';
import { Link } from 'react-router';

import { fieldLabel } from '../../../lib/labels.ts';
import { rowPathsOf } from '../../../lib/list-pages.ts';
import { rowName } from '../../../resource-client/row-name.ts';
import { personOf, type Person } from '../../../resource-client/row-person.ts';
import { FieldCell } from '../../field-cell.tsx';
import { useRefNames } from '../../use-lookup.ts';
import { T } from '../detail/detail-texts.ts';
import { usePersonWords } from './person.ts';
import css from './summary.module.css';
import { isEmpty } from './row-summary.tsx';

import type { ScreenRow } from '../../../resource-client/row.ts';

const factCount = 2;

function PersonFact({ person, person: { id } }: { readonly person: Person }) {
  const text = usePersonWords(person);
  const pathOf = rowPathsOf('client');
  return (
    <div className={css['fact']}>
      <dt>{T('person')}</dt>
      <dd translate="no">{pathOf ? <Link to={pathOf({ id })}>{text}</Link> : text}</dd>
    </div>
  );
}

/** Whose the row is, and its first facts. */
export function RowFacts({ resource, row }: { readonly resource: AnyResource; readonly row: ScreenRow }) {
  const person = personOf(resource, row);
  const title = rowName(resource, row);
  const isInTitle = (value: unknown): boolean => typeof value === 'string' && title.includes(value);
  const taken = new Set([resource.display, resource.moves?.on, person?.field]);
  const facts = resource.list.columns
    .filter((name) => {
      const field = resource.fields[name];
      const value = row.values[name];
      return field && !taken.has(name) && !isTechnical(field) && !isEmpty(value) && !isInTitle(value);
    })
    .slice(0, factCount);
  const names = useRefNames(resource, facts, [row]);
  return (
    <dl className={css['facts']}>
      {person?.field !== undefined && <PersonFact person={person} />}
      {facts.map((name) => {
        const field = resource.fields[name];
        return (
          field && (
            <div key={name} className={css['fact']}>
              <dt>{fieldLabel(name, field)}</dt>
              <dd>
                <FieldCell resource={resource} name={name} row={row} names={names} />
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
