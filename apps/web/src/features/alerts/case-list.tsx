import { abnormalCase } from '@kangmai/model';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Checkbox } from 'antd';

import { formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { formatTotal } from '../../lib/units.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { useListContext } from '../../resource-screens/list-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, ErrorState, LoadingBar, LoadingState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { isOpen, levelOf, type CaseRow } from './case-moves.ts';
import { mayBatch, type CaseTicks } from './use-batch.ts';

/** The person a case is about. */
export const personOf = (row: CaseRow): string => (typeof row.joined['client.name'] === 'string' ? row.joined['client.name'] : T('unknownPerson'));

interface CaseLineProps {
  readonly row: CaseRow;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Absent for those who may not handle cases. */
  readonly ticks: CaseTicks | undefined;
}

function CaseLine({ row, isChosen, onChoose, ticks }: CaseLineProps) {
  const level = levelOf(row);
  return (
    <li className={`${css['item']} ${isChosen ? css['chosen'] : ''}`}>
      {ticks && <Checkbox aria-label={T('tickOf', { name: `${personOf(row)} ${row.values.finding}` })} className={css['tick'] ?? ''} checked={ticks.ticked.has(row.id)} disabled={!mayBatch(row)} {...(!mayBatch(row) && { title: T(isOpen(row) ? 'tooHigh' : 'closed') })} onChange={({ target }) => ticks.tick(row, target.checked)} />}
      <button type="button" tabIndex={isChosen ? 0 : -1} className={css['line']} {...(isChosen && { 'aria-current': true as const })} onClick={onChoose}>
        <span className={css['lineHead']}>
          <StatusTag tone={levelTone(level)}>{L(`alarm.level${level}`)}</StatusTag>
          <strong>{personOf(row)}</strong>
          <span className={css['state']}><FieldCell resource={abnormalCase} name="state" row={row} /></span>
        </span>
        <span className={css['finding']}>{row.values.finding}</span>
        <span className={css['time']}>{formatMinute(row.values.latestAt)}</span>
      </button>
    </li>
  );
}

function Pager() {
  const { state, page, change } = useListContext(abnormalCase);
  const last = Math.max(1, Math.ceil((page?.total ?? 0) / state.size));
  return (
    <div className={css['pager']}>
      <span>{T('total', { n: formatTotal(page?.total ?? 0, page?.isCapped) })}</span>
      <IconButton size="small" tip={false} name={T('previousPage')} icon={<LeftOutlined />} disabled={state.page <= 1} onClick={() => change({ page: state.page - 1 })} />
      <span>{T('page', { p: state.page })}</span>
      <IconButton size="small" tip={false} name={T('nextPage')} icon={<RightOutlined />} disabled={state.page >= last} onClick={() => change({ page: state.page + 1 })} />
    </div>
  );
}

/** The cases of the list around it, compact. */
export function CaseList({ chosen, onChoose, ticks }: { readonly chosen: number | null; readonly onChoose: (id: number) => void; readonly ticks?: CaseTicks | undefined }) {
  const list = useListContext(abnormalCase);
  if (list.error !== null && !list.page) return <ErrorState message={list.error instanceof Error ? list.error.message : null} onRetry={list.refresh} />;
  if (list.isLoading) return <LoadingState />;
  if (list.rows.length === 0) return list.isFiltered ? <EmptyState onClearFilter={list.reset} /> : <EmptyState />;
  return (
    <div className={css['list']}>
      <LoadingBar isActive={list.isRefreshing} />
      <ul>
        {list.rows.map((row) => (
          <CaseLine key={row.id} row={row} isChosen={row.id === chosen} ticks={ticks} onChoose={() => onChoose(row.id)} />
        ))}
      </ul>
      <Pager />
    </div>
  );
}
