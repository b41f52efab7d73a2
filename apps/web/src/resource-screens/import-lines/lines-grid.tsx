import { Button, Pagination, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { linesOfPage, useCorrection, useImportLines } from '../../resource-client/import-lines.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { LineCell, placeOf } from './line-cell.tsx';
import { T } from './line-texts.ts';
import css from './lines.module.css';

import type {
  Correction,
  ImportLine,
  LineColumn,
  LineFilter,
  LinePage,
  LineResult,
} from '../../resource-client/import-lines.ts';
import type { ImportBatch } from '../../resource-client/imports.ts';

const tones = { good: 'success', wrong: 'error', duplicate: 'warning' } as const;

/** What the check says of the whole line. */
function LineResultCell({ line }: { readonly line: ImportLine }) {
  const whole = line.problems.filter(({ key, isDuplicate }) => key === null && !isDuplicate);
  return (
    <td>
      <StatusTag tone={tones[line.result]}>{T(line.result)}</StatusTag>
      {line.isCorrected && <small className={css['quiet']}>{T('corrected')}</small>}
      {line.matched && <p className={css['quiet']}>{T('same', { name: line.matched.name })}</p>}
      {whole.length > 0 && <p className={css['words']}>{whole.map(({ problem }) => problem).join('；')}</p>}
    </td>
  );
}

/** Columns with problems stand first as long as a page is shown, behind the one that names the line. */
function useOrder(page: LinePage | undefined): readonly LineColumn[] {
  const kept = useRef<{ rows: string; columns: readonly LineColumn[] }>({ rows: '', columns: [] });
  const rows = page?.items.map(({ row }) => row).join() ?? '';
  if (page && kept.current.rows !== rows) {
    const wrong = new Set(page.items.flatMap(({ problems }) => problems.map(({ key }) => key)));
    const [first, ...rest] = page.columns;
    const parts = [rest.filter(({ key }) => wrong.has(key)), rest.filter(({ key }) => !wrong.has(key))];
    kept.current = { rows, columns: [...(first ? [first] : []), ...parts.flat()] };
  }
  return kept.current.columns;
}

interface TableProps {
  readonly page: LinePage;
  readonly save: (correction: Correction) => Promise<unknown>;
}

function LinesTable({ page, save }: TableProps) {
  const [open, setOpen] = useState('');
  const [left, setLeft] = useState('');
  const columns = useOrder(page);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A cell that was left by mouse leaves the focus where it went.
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>(`[data-place="${left}"]`)?.focus();
  }, [left]);
  const end = ({ line, key, text }: Omit<Correction, 'text'> & { text: string | null }, step?: 1 | -1): void => {
    const next = step && columns[columns.findIndex((column) => column.key === key) + step];
    setOpen(next ? placeOf(line, next.key) : '');
    setLeft(next ? '' : placeOf(line, key));
    if (text !== null && text !== (line.values[key] ?? '')) void save({ line, key, text }).catch(() => undefined);
  };
  return (
    <div ref={box} className={css['box']}>
      <table className={css['table']} aria-label={T('lines')}>
        <thead>
          <tr>
            <th scope="col">{T('row')}</th>
            <th scope="col">{T('result')}</th>
            {columns.map(({ key, title, isRequired }) => (
              <th key={key} scope="col">
                {title}
                {isRequired && ' *'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((line) => (
            <tr key={line.row}>
              <th scope="row">{line.row}</th>
              <LineResultCell line={line} />
              {columns.map((column) => (
                <LineCell
                  key={column.key}
                  line={line}
                  column={column}
                  isFixed={!page.canCorrect}
                  isOpen={open === placeOf(line, column.key)}
                  onOpen={() => setOpen(placeOf(line, column.key))}
                  onEnd={(text, step) => end({ line, key: column.key, text }, step)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const countOf = (batch: ImportBatch, result: LineResult | 'all'): number =>
  ({ all: batch.totalRows, good: batch.validRows, wrong: batch.problemRows, duplicate: batch.duplicateRows })[result];

function LinesOf({ batch, filter }: { readonly batch: ImportBatch; readonly filter: LineFilter }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useImportLines(batch.id, { filter, page });
  const { mutateAsync } = useCorrection(batch.id, { filter, page });
  const again = (): void => void refetch();
  if (error) return <ErrorState message={failureSentence(error)} onRetry={again} />;
  if (!data) return <LoadingState />;
  if (data.items.length === 0) return <EmptyState text={T(filter === 'wrong' ? 'noneWrong' : 'none')} />;
  const hasMoved = filter === 'wrong' && batch.problemRows > 0 && data.items.some(({ result }) => result !== filter);
  return (
    <>
      <LinesTable page={data} save={mutateAsync} />
      <div className={css['bar']}>
        {data.canCorrect && <span className={css['quiet']}>{T('keys')}</span>}
        {hasMoved && <Button onClick={again}>{T('more')}</Button>}
        <Pagination
          className={css['pages'] ?? ''}
          size="small"
          hideOnSinglePage
          current={page}
          pageSize={linesOfPage}
          total={data.totalCount}
          showSizeChanger={false}
          onChange={(next) => (hasMoved ? again() : setPage(next))}
        />
      </div>
    </>
  );
}

/** The lines of a checked file, to be corrected in place. */
export function LinesGrid({ batch }: { readonly batch: ImportBatch }) {
  const [filter, setFilter] = useState<LineFilter>(batch.problemRows > 0 ? 'wrong' : 'all');
  const options = (['wrong', 'duplicate', 'good', 'all'] as const).map((value) => ({
    value,
    label: `${T(value)} ${countOf(batch, value).toLocaleString()}`,
  }));
  const isDone = batch.problemRows === 0;
  return (
    <section className={css['grid']} aria-label={T('lines')}>
      <div className={css['bar']}>
        <Segmented<LineFilter>
          aria-label={T('filter')}
          value={filter}
          options={[...options, { value: 'corrected', label: T('corrected') }]}
          onChange={setFilter}
        />
        <span role="status" className={css[isDone ? 'quiet' : 'words']}>
          {isDone ? T('noneWrong') : T('left', { n: batch.problemRows.toLocaleString() })}
        </span>
      </div>
      <LinesOf key={filter} batch={batch} filter={filter} />
    </section>
  );
}
