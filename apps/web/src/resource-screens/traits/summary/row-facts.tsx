import { isTechnical, targetOf, type AnyResource } from '@kangmai/resource';
import { Link } from 'react-router';

import { fieldLabel } from '../../../lib/labels.ts';
import { rowPathsOf } from '../../../lib/list-pages.ts';
import { rowName } from '../../../resource-client/row-name.ts';
import { FieldCell } from '../../field-cell.tsx';
import { useDictionary, useRefNames } from '../../use-lookup.ts';
import { T } from '../detail/detail-texts.ts';
import css from './summary.module.css';
import { isEmpty } from './row-summary.tsx';

import type { ScreenRow } from '../../../resource-client/row.ts';

const factCount = 2;

interface Person {
  readonly field: string;
  readonly id: number;
  readonly name: string;
  readonly sex: string | undefined;
  readonly age: string | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The person that a row belongs to, as far as it came with the row. */
export function personOf(resource: AnyResource, { values, joined }: ScreenRow): Person | undefined {
  const field = Object.entries(resource.fields).find(
    ([, each]) => each.kind === 'ref' && targetOf(each) === 'client',
  )?.[0];
  const id = field === undefined ? undefined : (values as Readonly<Record<string, unknown>>)[field];
  const name = textOf(joined[`${field}.name`]);
  if (field === undefined || typeof id !== 'number' || name === undefined) return undefined;
  return { field, id, name, sex: textOf(joined[`${field}.gender`]), age: textOf(joined[`${field}.age`]) };
}

function PersonFact({ person: { id, name, sex, age } }: { readonly person: Person }) {
  const { entries } = useDictionary('gender');
  const sexName = entries.find(({ code }) => code === sex)?.name;
  const text = sexName === undefined || age === undefined ? name : T('personOf', { name, sex: sexName, age });
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
      {person && <PersonFact person={person} />}
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
