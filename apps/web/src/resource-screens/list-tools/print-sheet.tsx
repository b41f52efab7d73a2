import { shownFields, type AnyResource } from '@kangmai/resource';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';

import { formatMinute } from '../../lib/dates.ts';
import { labelWithUnit, resourceTitle } from '../../lib/labels.ts';
import { shownColumns } from '../../resource-client/lists/look.ts';
import { useSession } from '../../lib/session/session.ts';
import { formatTotal } from '../../lib/units.ts';
import { FieldCell } from '../field-cell.tsx';
import { faceOf } from '../field-kinds/faces.ts';
import { useListContext } from '../list-context.ts';
import { useScreen } from '../screen-context.ts';
import { useRefNames } from '../use-lookup.ts';
import { FilterWords, useUsedFilters } from './filter-words.tsx';
import { T } from './list-texts.ts';
import css from './print.module.css';

import type { CSSProperties } from 'react';
import type { ScreenRow } from '../../resource-client/row.ts';
import type { ListLook } from '../use-list-look.ts';

function Asked() {
  const { state } = useListContext();
  const filters = useUsedFilters();
  return (
    <p>
      {T('printFilters')}
      {state.text === '' && filters.length === 0 && T('printNoFilter')}
      {state.text !== '' && (
        <span className={css['filter']}>
          {T('keyword')}：{state.text}
        </span>
      )}
      {filters.map(({ name, label, field, value, isSensitive, lead }) => (
        <span key={name} className={css['filter']}>
          {lead + label}：{isSensitive ? '****' : <FilterWords field={field} value={value} />}
        </span>
      ))}
    </p>
  );
}

function SheetHead({ count }: { readonly count: number }) {
  const { resource, page } = useListContext();
  const { options } = useScreen();
  const { tenant, user } = useSession();
  const total = formatTotal(page?.total ?? count, page?.isCapped);
  return (
    <header className={css['head']}>
      <p>{tenant?.name}</p>
      <h1>{options.title ?? resourceTitle(resource)}</h1>
      <Asked />
      <p>{T('printedAt', { at: formatMinute(Date.now()), who: user?.name ?? '', n: count, total })}</p>
    </header>
  );
}

/** Opens the print dialog once all names are loaded; calls `onDone` when the dialog closes. */
function usePrinting(onDone: () => void): void {
  const isReady =
    useIsFetching({ predicate: ({ queryKey }) => queryKey[0] === 'lookup' || queryKey[0] === 'dictionary' }) === 0;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const end = (): void => done();
    window.addEventListener('afterprint', end);
    return () => window.removeEventListener('afterprint', end);
  }, []);
  useEffect(() => {
    if (!isReady) return undefined;
    const frame = requestAnimationFrame(() => window.print());
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
}

function labelOf(resource: AnyResource, name: string): string {
  const field = shownFields(resource)[name];
  return field ? labelWithUnit(name, field) : '';
}

/** Numbers are aligned right, as in the table. */
function styleOf(resource: AnyResource, name: string): CSSProperties {
  const field = shownFields(resource)[name];
  const align = field && faceOf(field).align;
  return align ? { textAlign: align } : {};
}

/** Printed form of the list: tenant, filters, visible columns with a heading on every sheet. Hidden on screen. */
export function PrintSheet({
  look,
  rows,
  onDone,
}: {
  readonly look: ListLook;
  readonly rows: readonly ScreenRow[];
  readonly onDone: () => void;
}) {
  const { resource } = useListContext();
  const { options } = useScreen();
  const columns = shownColumns(look).map(({ name }) => name);
  const names = useRefNames(resource, columns, rows);
  usePrinting(onDone);
  const extra = options.extraColumns ?? [];
  return createPortal(
    <section className={css['print']} data-testid="print-sheet">
      <SheetHead count={rows.length} />
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" style={styleOf(resource, name)}>
                {labelOf(resource, name)}
              </th>
            ))}
            {extra.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((name) => (
                <td key={name} style={styleOf(resource, name)}>
                  <FieldCell resource={resource} name={name} row={row} names={names} />
                </td>
              ))}
              {extra.map(({ key, render }) => (
                <td key={key}>{render(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
