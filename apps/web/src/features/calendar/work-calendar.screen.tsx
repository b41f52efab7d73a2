import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { calendarYear } from '@kangmai/model/calendar';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { today } from '../../lib/calendar-days.ts';
import { formatDay } from '../../lib/dates.ts';
import { useWorkDays, type WorkDays } from '../../resource-client/work-days.ts';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { FoldedHistory } from '../../resource-screens/traits/history/folded-history.tsx';
import { useRights } from '../../resource-screens/use-writes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './calendar-texts.ts';
import css from './calendar.module.css';
import { DayDialog } from './day-dialog.tsx';
import { dayWords } from './day-words.ts';
import { ImportDialog } from './import-dialog.tsx';
import { refreshYears, useYear, type YearRow } from './use-year.ts';
import { YearGrid } from './year-grid.tsx';
import { countKinds } from './year-months.ts';

const [firstYear, lastYear] = [2000, 2099];

/** The year in the address. */
function useShownYear(): readonly [year: number, show: (year: number) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = Number(new URLSearchParams(search).get('year'));
  const isYear = Number.isInteger(asked) && asked >= firstYear && asked <= lastYear;
  const year = isYear ? asked : Number(today().slice(0, 4));
  return [year, (next) => void navigate(`${pathname}?year=${next}`, { replace: true })];
}

function YearBar({ year, show }: { readonly year: number; readonly show: (year: number) => void }) {
  return (
    <div className={css['bar']}>
      <IconButton
        name={T('before')}
        icon={<LeftOutlined />}
        disabled={year === firstYear}
        onClick={() => show(year - 1)}
      />
      <strong className={css['year']}>{T('year', { year })}</strong>
      <IconButton
        name={T('after')}
        icon={<RightOutlined />}
        disabled={year === lastYear}
        onClick={() => show(year + 1)}
      />
      <Button onClick={() => show(Number(today().slice(0, 4)))}>{T('thisYear')}</Button>
    </div>
  );
}

const kinds = ['holiday', 'makeUp', 'workday', 'rest'] as const;

function Legend({ days }: { readonly days: WorkDays }) {
  const counts = countKinds(days.items);
  return (
    <ul className={css['legend']}>
      {kinds.map((kind) => (
        <li key={kind}>
          <span className={`${css['sample']} ${css[kind]}`} aria-hidden="true" />
          {T('count', { kind: T(kind), n: counts[kind] })}
        </li>
      ))}
    </ul>
  );
}

type Opened = 'day' | 'import' | 'table' | null;

interface YearProps {
  readonly year: number;
  readonly days: WorkDays;
  /** The row that is edited; null while the year is not entered, undefined for readers. */
  readonly row: YearRow | null | undefined;
}

interface EditsProps extends YearProps {
  readonly opened: Opened;
  readonly day: string;
  readonly open: (opened: Opened) => void;
}

function Edits({ year, row, opened, day, open }: EditsProps) {
  const close = (): void => open(null);
  if (row === undefined) return null;
  if (opened === 'import') return <ImportDialog year={year} row={row} onClose={close} />;
  if (row === null) return null;
  if (opened === 'day') return <DayDialog key={day} day={day} row={row} onClose={close} />;
  const closeTable = (): void => {
    close();
    void refreshYears();
  };
  return opened === 'table' ? <FormDrawer resource={calendarYear} row={row} onClose={closeTable} /> : null;
}

interface PartProps extends Pick<YearProps, 'days' | 'row'> {
  readonly open: (opened: Opened) => void;
}

function Unpublished({ days, row, open }: PartProps) {
  const [own] = days.years;
  if (!own || own.notice !== null) return null;
  const enter = <Button onClick={() => open('import')}>{T('create', { year: own.year })}</Button>;
  return (
    <Alert type="warning" showIcon title={T('unpublished', { year: own.year })} action={row === null ? enter : null} />
  );
}

function ChosenDay({ days, row, open, day }: PartProps & { readonly day: string }) {
  const found = days.items.find((each) => each.day === day);
  return (
    <div className={css['line']}>
      <p className={css['words']} role="status">
        {found && dayWords(found)}
      </p>
      {row && (
        <Button size="small" onClick={() => open('day')}>
          {T('edit')}
        </Button>
      )}
      <span className={css['note']}>{T(row ? 'keys' : 'keysOnly')}</span>
    </div>
  );
}

function Foot({ days, row, open }: PartProps) {
  const { notice, issuedOn } = days.years[0] ?? {};
  return (
    <div className={css['foot']}>
      <Legend days={days} />
      {notice && <span className={css['note']}>{T('notice', { notice, day: formatDay(issuedOn) })}</span>}
      {row && (
        <span className={css['tools']}>
          <Button onClick={() => open('table')}>{T('table')}</Button>
          <Button onClick={() => open('import')}>{T('import')}</Button>
        </span>
      )}
    </div>
  );
}

function Year({ year, days, row }: YearProps) {
  const [picked, pick] = useState(today());
  const [opened, open] = useState<Opened>(null);
  const chosen = picked.startsWith(String(year)) ? picked : `${year}-01-01`;
  const parts = { days, row, open };
  return (
    <>
      <Unpublished {...parts} />
      <ChosenDay {...parts} day={chosen} />
      <YearGrid
        year={year}
        days={days.items}
        today={today()}
        chosen={chosen}
        onChoose={pick}
        onOpen={row ? () => open('day') : undefined}
      />
      <Foot {...parts} />
      {row && <FoldedHistory key={row.rowVersion} resource={calendarYear} id={row.id} />}
      <Edits {...parts} year={year} opened={opened} day={chosen} />
    </>
  );
}

function Loaded({ year }: { readonly year: number }) {
  const { mayEdit } = useRights(calendarYear);
  const days = useWorkDays(`${year}-01-01`, `${year}-12-31`);
  const row = useYear(year, mayEdit);
  const error = days.error ?? row.error;
  const retry = (): void => {
    void days.refetch();
    if (mayEdit) void row.refetch();
  };
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!days.data || (mayEdit && row.data === undefined)) return <LoadingState />;
  return <Year year={year} days={days.data} row={row.data} />;
}

/** A year of the work calendar: everybody reads it, the host changes it. */
export function WorkCalendarScreen() {
  const [year, show] = useShownYear();
  return (
    <Page title={T('title')}>
      <Card>
        <YearBar year={year} show={show} />
        <Loaded year={year} />
      </Card>
    </Page>
  );
}
