import { abnormalCase } from '@kangmai/model/alerts';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useEffect, useRef, useState, type MouseEvent } from 'react';

import { countsKey } from '../../lib/api/query-client.ts';
import { readFrom } from '../../resource-client/calls.ts';
import { filtersQuery } from '../../resource-client/query.ts';
import { formatMinute } from '../../lib/dates.ts';
import { figureWords } from '../../lib/figure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { formatTotal } from '../../lib/units.ts';
import { useNow } from '../../lib/use-now.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, ErrorState, LoadingBar, LoadingState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { groupOf, isOpenCase, levelOf, type CaseGroup, type CaseRow } from './case-moves.ts';
import { dueWords, listLine } from './case-words.ts';
import { Countdown } from './countdown.tsx';
import { focusMoves } from './desk-focus.ts';
import { StormFolds, type Storm, type Unfolding } from './storm-folds.tsx';
import { mayBatch, type CaseTicks } from './use-batch.ts';
import { useFigureTimes } from './use-figure-times.ts';

import type { FigureTimes } from '../../lib/api/figure-times.ts';

const tickMs = 15_000;

export const personOf = (row: CaseRow): string =>
  typeof row.joined['client.name'] === 'string' ? row.joined['client.name'] : T('unknownPerson');

interface CaseLineProps {
  readonly row: CaseRow;
  readonly isChosen: boolean;
  readonly now: number;
  readonly figures: FigureTimes | undefined;
  readonly onChoose: () => void;
  readonly ticks: CaseTicks | undefined;
}

/** Brings the chosen case into view, and moves the focus with the choice while it is in the list. */
function useFollowingFocus(isChosen: boolean) {
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const list = line.current?.closest('[role="group"]');
    if (!isChosen) return;
    line.current?.scrollIntoView({ block: 'nearest' });
    if (list?.contains(document.activeElement)) line.current?.focus();
  }, [isChosen]);
  return line;
}

/** Figures of an open case by place: time beside the finding, late and worse values in the status line. */
function placesOf(
  row: CaseRow,
  figures: FigureTimes = { valueTime: null, worst: null },
): { readonly beside: Partial<FigureTimes>; readonly below: Partial<FigureTimes>; readonly lineClass: string } {
  const line = css['time'] ?? '';
  if (!isOpenCase(row)) return { beside: {}, below: {}, lineClass: line };
  const { valueTime, worst } = figures;
  const isLate = row.values.timeliness === 'late';
  return {
    beside: isLate ? {} : { valueTime },
    below: isLate ? figures : { worst },
    lineClass: worst ? `${line} ${css['whole']}` : line,
  };
}

function CaseLine({ row, isChosen, now, figures, onChoose, ticks }: CaseLineProps) {
  const level = levelOf(row);
  const { beside, below, lineClass } = placesOf(row, figures);
  const line = useFollowingFocus(isChosen);
  // Enter on the chosen line moves the focus to the actions of the case.
  const chooseOrFocusMoves = ({ detail }: MouseEvent): void => {
    if (isChosen && detail === 0) focusMoves();
    else onChoose();
  };
  return (
    <li className={`${css['item']} ${isChosen ? css['chosen'] : ''}`}>
      {ticks && (
        <Checkbox
          aria-label={T('tickOf', { name: `${personOf(row)} ${row.values.finding}` })}
          className={css['tick'] ?? ''}
          checked={ticks.ticked.has(row.id)}
          disabled={!mayBatch(row)}
          {...(!mayBatch(row) && { title: T(isOpenCase(row) ? 'tooHigh' : 'closed') })}
          onChange={({ target }) => ticks.tick(row, target.checked)}
        />
      )}
      <button
        ref={line}
        type="button"
        tabIndex={isChosen ? 0 : -1}
        className={css['line']}
        {...(isChosen && { 'aria-current': true as const })}
        onClick={chooseOrFocusMoves}
      >
        <span className={css['lineHead']}>
          <StatusTag tone={levelTone(level)}>{L(`alarm.level${level}`)}</StatusTag>
          <strong>{personOf(row)}</strong>
          <span className={css['finding']} title={row.values.finding}>
            {row.values.finding}
          </span>
          <span className={css['measured']}>{figureWords(beside, now)}</span>
        </span>
        <span className={css['lineFoot']}>
          <span className={lineClass} title={`${T('latest')} ${formatMinute(row.values.latestAt)}`}>
            {listLine(row, now, below)}
          </span>
          {isOpenCase(row) && row.values.nextDueAt && (
            <Countdown until={row.values.nextDueAt} step={dueWords(row, now).join('')} />
          )}
        </span>
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
      <IconButton
        size="small"
        tip={false}
        name={T('previousPage')}
        icon={<LeftOutlined />}
        disabled={state.page <= 1}
        onClick={() => change({ page: state.page - 1 })}
      />
      <span>{T('page', { p: state.page })}</span>
      <IconButton
        size="small"
        tip={false}
        name={T('nextPage')}
        icon={<RightOutlined />}
        disabled={state.page >= last}
        onClick={() => change({ page: state.page + 1 })}
      />
    </div>
  );
}

interface CountAnswer {
  readonly groups?: readonly { readonly level: number; readonly silent: boolean; readonly count: number }[];
  readonly storms?: readonly Storm[];
}

interface Counts {
  readonly counts: ReadonlyMap<CaseGroup, number>;
  readonly storms: readonly Storm[];
}

/** Number of cases per group that match the list's filters, over all pages, and what storms fold of them. */
function useGroupCounts(): Counts {
  const { asked, condition } = useListContext(abnormalCase);
  const { data } = useQuery({
    queryKey: [countsKey, 'desk', condition],
    queryFn: ({ signal }) =>
      readFrom<CountAnswer>(abnormalCase, 'GetAbnormalDataCount', { query: filtersQuery(abnormalCase, asked), signal }),
  });
  return {
    counts: new Map(
      (data?.groups ?? []).map(({ level, silent, count }) => [silent ? 'silent' : (level as CaseGroup), count]),
    ),
    storms: data?.storms ?? [],
  };
}

/** The page where silent devices begin; they come after the levels. */
function silentPage(counts: ReadonlyMap<CaseGroup, number>, size: number): number {
  const before = [...counts].reduce((sum, [group, n]) => (group === 'silent' ? sum : sum + n), 0);
  return Math.floor(before / size) + 1;
}

/** Rows by group; the group of silent devices is on every page, because it is folded. */
function groupsOf(
  rows: readonly CaseRow[],
  counts: ReadonlyMap<CaseGroup, number>,
): readonly (readonly [CaseGroup, readonly CaseRow[]])[] {
  const groups = new Map<CaseGroup, CaseRow[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return [...groups, ...(counts.has('silent') && !groups.has('silent') ? [['silent', []] as const] : [])];
}

interface GroupsProps extends Pick<CaseLineProps, 'ticks'>, Counts {
  readonly rows: readonly CaseRow[];
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  readonly unfolding: Unfolding;
}

/** Rows under group headings; silent devices are folded unless opened or one of them is displayed. */
function Groups({ rows, chosen, onChoose, ticks, counts, unfolding, storms }: GroupsProps) {
  const now = useNow(tickMs);
  const times = useFigureTimes(rows);
  const {
    state: { size },
    change,
  } = useListContext(abnormalCase);
  const [isUnfolded, setUnfolded] = useState(false);
  const groups = groupsOf(rows, counts);
  const isShown = (group: CaseGroup, members: readonly CaseRow[]): boolean =>
    group !== 'silent' || (isUnfolded && members.length > 0) || members.some(({ id }) => id === chosen);
  const fold = (members: readonly CaseRow[]): void => {
    setUnfolded(members.length === 0 || !isUnfolded);
    if (members.length === 0) change({ page: silentPage(counts, size) });
  };
  const folds = <StormFolds key="storms" storms={storms} {...unfolding} />;
  const sections = groups.map(([group, members]) => {
    const n = group === 'closed' ? members.length : (counts.get(group) ?? members.length);
    const head =
      typeof group === 'number'
        ? T('headLevel', { level: L(`alarm.level${group}`), n })
        : T(group === 'silent' ? 'headSilent' : 'headClosed', { n });
    return (
      <section key={group} aria-label={head}>
        <h2 className={css['head']}>
          {group === 'silent' ? (
            <button
              type="button"
              className={css['fold']}
              aria-expanded={isShown(group, members)}
              onClick={() => fold(members)}
            >
              {head}
            </button>
          ) : (
            head
          )}
        </h2>
        {isShown(group, members) && (
          <ul>
            {members.map((row) => (
              <CaseLine
                key={row.id}
                row={row}
                isChosen={row.id === chosen}
                now={now}
                figures={times.get(row.id)}
                ticks={ticks}
                onChoose={() => onChoose(row.id)}
              />
            ))}
          </ul>
        )}
      </section>
    );
  });
  return groups[0]?.[0] === 4 ? [sections[0], folds, ...sections.slice(1)] : [folds, ...sections];
}

/** Compact list of the cases of the surrounding list. */
export function CaseList({
  chosen,
  onChoose,
  ticks,
  unfolding,
}: {
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  readonly ticks?: CaseTicks | undefined;
  readonly unfolding: Unfolding;
}) {
  const list = useListContext(abnormalCase);
  const counted = useGroupCounts();
  if (list.error !== null && !list.page)
    return <ErrorState message={list.error instanceof Error ? list.error.message : null} onRetry={list.refresh} />;
  if (list.isLoading) return <LoadingState />;
  if (list.rows.length === 0 && counted.storms.length === 0)
    return list.isFiltered ? <EmptyState onClearFilter={list.reset} /> : <EmptyState />;
  return (
    <div className={css['list']}>
      <LoadingBar isActive={list.isRefreshing} />
      <div className={css['groups']} data-case-list="">
        <Groups {...counted} {...{ chosen, onChoose, ticks, unfolding }} rows={list.rows} />
      </div>
      <Pager />
    </div>
  );
}
