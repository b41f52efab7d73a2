import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { memo, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { addDays, daysFrom, mondayOf, today } from '../../lib/calendar-days.ts';
import { formatAt } from '../../lib/dates.ts';
import { useCan } from '../../lib/permissions.ts';
import { printPath } from '../../lib/print-path.ts';
import { useSteady } from '../../lib/use-steady.ts';
import {
  publishRosterWeek,
  rosterKey,
  rosterPermission,
  rosterTypes,
  type RosterEntry,
  type RosterRow,
  type RosterType,
  type RosterWeek,
  type WeekPlace,
} from '../../resource-client/roster.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { ChosenLine, swapOf, type Chosen } from './chosen-line.tsx';
import { typesOn } from './paint.ts';
import { PlaceSelect } from './place-select.tsx';
import { ReasonDialog, type Reasoned } from './reason-dialog.tsx';
import { T } from './roster-texts.ts';
import css from './roster.module.css';
import { StatisticsDialog } from './statistics-dialog.tsx';
import { useWeek, type Week } from './use-week.ts';
import { WeekGrid, type CellAt } from './week-grid.tsx';

function useMonday(): readonly [monday: string, show: (monday: string) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('week') ?? '';
  const monday = mondayOf(/^(20|21)\d\d-\d\d-\d\d$/.test(asked) ? asked : today());
  return [monday, (next) => void navigate(`${pathname}?week=${next}`, { replace: true })];
}

interface BrushesProps {
  readonly types: readonly RosterType[];
  readonly brush: number | null;
  readonly choose: (id: number | null) => void;
}

const Brushes = memo(function Brushes({ types, brush, choose }: BrushesProps) {
  return (
    <ul className={css['brushes']} aria-label={T('brushes')}>
      {types.map(({ id, name, shortName, startTime, endTime, color }, at) => (
        <li key={id}>
          <button
            type="button"
            className={`${css['brush']} ${id === brush ? css['chosen'] : ''}`}
            aria-pressed={id === brush}
            title={`${name} ${startTime}–${endTime}`}
            onClick={() => choose(id)}
          >
            <span className={css['colour']} style={{ background: color }} aria-hidden="true" />
            {shortName} {name}
            {at < 9 && <small>{at + 1}</small>}
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={`${css['brush']} ${brush === null ? css['chosen'] : ''}`}
          aria-pressed={brush === null}
          onClick={() => choose(null)}
        >
          {T('eraser')}
        </button>
      </li>
    </ul>
  );
});

function Gaps({ week: { roundTheClock, gaps } }: { readonly week: RosterWeek }) {
  if (!roundTheClock) return null;
  if (gaps.length === 0) return <span className={css['note']}>{T('noGaps')}</span>;
  const clock = (at: string): string => formatAt(at, 'MM-DD HH:mm') ?? '';
  const list = gaps
    .slice(0, 3)
    .map(({ from, to }) => `${clock(from)} – ${clock(to)}`)
    .join('，');
  return <span className={css['gaps']}>{T('gaps', { count: gaps.length, list })}</span>;
}

const draftsIn = (rows: readonly RosterRow[], days: readonly string[]): number =>
  rows.reduce((sum, row) => sum + days.flatMap((day) => typesOn(row, day, undefined)).length, 0);

interface BodyProps {
  readonly week: Week;
  readonly days: readonly string[];
  readonly types: readonly RosterType[];
  readonly place: WeekPlace;
}

function Buttons({ week, days, place, ask }: Omit<BodyProps, 'types'> & { readonly ask: (asked: Reasoned) => void }) {
  const [mayPaint, mayPublish] = [useCan(`${rosterPermission}.Create`), useCan(`${rosterPermission}.Edit`)];
  const { message } = App.useApp();
  const stored = useMemo(() => draftsIn(week.rows, days), [week.rows, days]);
  const drafts = week.edits.size > 0 ? 0 : stored;
  const askReason = (): void =>
    ask({
      title: T('shortRest'),
      run: async (reason) => {
        const { count } = await publishRosterWeek(place, reason);
        void message.success(T('published', { count }));
        await week.refresh();
      },
    });
  return (
    <span className={css['line']}>
      {mayPaint && (
        <>
          <Button disabled={week.count > 0 || week.query.isPlaceholderData} onClick={week.copy}>
            {T('copy')}
          </Button>
          <Button disabled={week.count === 0} onClick={() => week.leave(() => undefined)}>
            {T('drop')}
          </Button>
          <Button
            type={week.count > 0 ? 'primary' : 'default'}
            disabled={week.count === 0}
            loading={week.isBusy}
            onClick={() => void week.save()}
          >
            {week.count > 0 ? T('saveCount', { count: week.count }) : T('save')}
          </Button>
        </>
      )}
      {mayPublish && (
        <Button
          type={drafts > 0 ? 'primary' : 'default'}
          disabled={drafts === 0 || week.query.isPlaceholderData}
          onClick={() => week.publish(drafts, askReason)}
        >
          {T('publish')}
        </Button>
      )}
    </span>
  );
}

interface PaintedProps extends BodyProps {
  readonly data: RosterWeek;
}

/** What is chosen among the shifts in effect: two of them are swapped. */
function usePicked(types: ReadonlyMap<number, RosterType>, week: Week, days: readonly string[]) {
  const [last, choose] = useState<Chosen | null>(null);
  const chosen = last && days.includes(last.entry.workDate) ? last : null;
  const [asked, ask] = useState<Reasoned | null>(null);
  const { message } = App.useApp();
  const done = async (): Promise<void> => {
    void message.success(T('swapped'));
    choose(null);
    await week.refresh();
  };
  const pick = (picked: Chosen): void => {
    if (chosen?.isSwapped && chosen.entry.id !== picked.entry.id) ask(swapOf(chosen, picked, { types, done }));
    else choose(picked);
  };
  return { chosen, choose, asked, ask, pick };
}

function Painted({ week, days, types, place, data }: PaintedProps) {
  const [brush, setBrush] = useState<number | null>(types[0]?.id ?? null);
  const known = useMemo(() => new Map(types.map((type) => [type.id, type])), [types]);
  const { chosen, choose, asked, ask, pick } = usePicked(known, week, days);
  const mayPaint = useCan(`${rosterPermission}.Create`);
  const paint = useSteady((cell: CellAt, isAdded: boolean) => week.paint(cell, brush, isAdded));
  const clear = useSteady((cell: CellAt) => week.paint(cell, null, false));
  const take = useSteady((at: number) => setBrush(types.at(at)?.id ?? null));
  const pickEntry = useSteady((entry: RosterEntry, row: RosterRow) => pick({ entry, row, isSwapped: false }));
  return (
    <>
      <div className={css['above']}>
        {mayPaint && <Brushes types={types} brush={brush} choose={setBrush} />}
        <Buttons week={week} days={days} place={place} ask={ask} />
      </div>
      <div className={css['above']}>
        {chosen ? (
          <ChosenLine chosen={chosen} types={known} ask={ask} choose={choose} refresh={week.refresh} />
        ) : (
          <p className={css['note']}>{mayPaint ? T('hint') : T('viewOnly')}</p>
        )}
        <Gaps week={data} />
      </div>
      <WeekGrid
        key={days[0]}
        days={days}
        rows={week.rows}
        types={known}
        edits={week.edits}
        chosen={chosen?.entry.id}
        mayPaint={mayPaint && !week.query.isPlaceholderData && addDays(place.monday, 6) >= today()}
        asked={week.asked}
        onPaint={paint}
        onClear={clear}
        onBrush={take}
        onPick={pickEntry}
      />
      {asked && <ReasonDialog asked={asked} onClose={() => ask(null)} />}
    </>
  );
}

function Body(props: BodyProps) {
  const { data, error, refetch } = props.week.query;
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.staff.length === 0) return <EmptyState text={T('noStaff')} />;
  return <Painted {...props} data={data} />;
}

interface WeekBarProps {
  readonly monday: string;
  readonly show: (monday: string) => void;
}

const WeekBar = memo(function WeekBar({ monday, show }: WeekBarProps) {
  return (
    <div className={css['line']}>
      <IconButton name={T('before')} icon={<LeftOutlined />} onClick={() => show(addDays(monday, -7))} />
      <strong className={css['name']}>{T('span', { from: monday, to: addDays(monday, 6) })}</strong>
      <IconButton name={T('after')} icon={<RightOutlined />} onClick={() => show(addDays(monday, 7))} />
      <Button onClick={() => show(mondayOf(today()))}>{T('thisWeek')}</Button>
    </div>
  );
});

/** The days that are shown: the former week stays until the asked one is there, so that rows are drawn once. */
function useShownDays({ query }: Week, monday: string): readonly string[] {
  const shown = query.data?.weekStart ?? monday;
  return useMemo(() => daysFrom(shown, 7), [shown]);
}

/** The week of a team or a unit: shifts are painted, saved as drafts and published. */
export function RosterWeekScreen() {
  const [monday, show] = useMonday();
  const [teamId, setTeam] = useState<number | null>(null);
  const [unitId, setUnit] = useState<number | null>(null);
  const [isCounted, count] = useState(false);
  const days = daysFrom(monday, 7);
  const place = { monday, teamId, unitId };
  const week = useWeek(place, days);
  const types = useQuery({ queryKey: [...rosterKey, 'types'], queryFn: ({ signal }) => rosterTypes(signal) });
  const { data: known, error, refetch } = types;
  const shownDays = useShownDays(week, monday);
  const turn = useSteady((next: string) => week.turn(next, show));
  const toTeam = useSteady((next: number | null) => week.leave(() => setTeam(next)));
  const toUnit = useSteady((next: number | null) => week.leave(() => setUnit(next)));
  const printed = printPath('rosterWeek', Number(monday.replaceAll('-', '')));
  return (
    <Page
      title={T('title')}
      actions={
        <>
          <Button onClick={() => count(true)}>{T('statistics')}</Button>
          <Button icon={<PrinterOutlined />} href={printed} target="_blank">
            {T('print')}
          </Button>
        </>
      }
    >
      <Card>
        <div className={css['above']}>
          <WeekBar monday={monday} show={turn} />
          <span className={css['line']}>
            <PlaceSelect field="team" label={T('team')} all={T('allTeams')} value={teamId} onChange={toTeam} />
            <PlaceSelect
              field="organizationUnit"
              label={T('unit')}
              all={T('allUnits')}
              value={unitId}
              onChange={toUnit}
            />
          </span>
        </div>
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && !known && <LoadingState />}
        {known?.length === 0 && <EmptyState text={T('noTypes')} />}
        {known && known.length > 0 && <Body week={week} days={shownDays} types={known} place={place} />}
      </Card>
      {isCounted && <StatisticsDialog month={monday.slice(0, 7)} teamId={teamId} onClose={() => count(false)} />}
    </Page>
  );
}
