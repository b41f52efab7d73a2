import { shownFields } from '@kangmai/resource';

import { fieldLabel, resourceTitle } from '../../../lib/labels.ts';
import { shownColumns } from '../../../resource-client/lists/look.ts';
import { EmptyRows } from '../../empty-rows.tsx';
import { FieldCell } from '../../field-cell.tsx';
import { RowContext, useListContext } from '../../list-context.ts';
import { RowActions } from '../../row-actions.tsx';
import css from './row-cards.module.css';
import { useScreen } from '../../screen-context.ts';
import { NameLink, openingColumn } from '../../table-columns.tsx';
import { useRefNames } from '../../use-lookup.ts';

import type { ListLook } from '../../use-list-look.ts';

const facts = 2;

/** The rows on a phone: each a card with name, state, two facts and its action, in place of a wide table. */
export function RowCards({ look }: { readonly look: ListLook }) {
  const { resource, rows, isLoading } = useListContext();
  const { options, open } = useScreen();
  const shown = shownColumns(look).map(({ name }) => name);
  const link = openingColumn({ resource, shown });
  const state = resource.moves?.on ?? resource.list.tabs;
  const keyFacts = shown.filter((name) => name !== link && name !== state).slice(0, facts);
  const names = useRefNames(resource, shown, rows);
  if (isLoading) return <div className={css['bones']} aria-hidden="true" />;
  if (rows.length === 0) return <EmptyRows />;
  return (
    <ul className={css['cards']} aria-label={options.title ?? resourceTitle(resource)}>
      {rows.map((row) => {
        const cell = (name: string) => <FieldCell resource={resource} name={name} row={row} names={names} />;
        return (
          <li key={row.id} className={css['card']} data-row-key={row.id}>
            <div className={css['head']}>
              {link !== undefined && (
                <NameLink row={row} options={options} open={open}>
                  {cell(link)}
                </NameLink>
              )}
              {state !== undefined && cell(state)}
            </div>
            <dl>
              {keyFacts.map((name) => {
                const field = shownFields(resource)[name];
                return (
                  <div key={name}>
                    <dt>{field ? fieldLabel(name, field) : name}</dt>
                    <dd>{cell(name)}</dd>
                  </div>
                );
              })}
            </dl>
            <RowContext value={row}>
              <RowActions />
            </RowContext>
          </li>
        );
      })}
    </ul>
  );
}
