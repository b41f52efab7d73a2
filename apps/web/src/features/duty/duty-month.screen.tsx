import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { shift } from '@kangmai/model/duty';
import { fieldOf } from '@kangmai/resource';
import { Button, Select } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

import { formatDate } from '../../lib/dates.ts';
import { listPathOf } from '../../lib/list-pages.ts';
import { printPath } from '../../lib/print-path.ts';
import { FormDrawer } from '../../resource-screens/form-drawer.tsx';
import { useLookup } from '../../resource-screens/use-lookup.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './duty-texts.ts';
import css from './duty.module.css';
import { gapsOn, isMonth, monthAfter, weeksOf } from './month-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { Palette } from './palette.tsx';
import { holderOf, mostShifts, useDutyTypes, useShifts, type ShiftRow, type TypeRow } from './use-duty-month.ts';
import { useRoster, type Roster } from './use-roster.ts';

const today = (): string => formatDate(new Date());

function useMonth(): readonly [month: string, show: (month: string) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('month');
  const month = isMonth(asked) ? asked : today().slice(0, 7);
  return [month, (next) => void navigate(`${pathname}?month=${next}`, { replace: true })];
}

function UnitSelect({ unit, show }: { readonly unit: number | null; readonly show: (unit: number | null) => void }) {
  const [text, setText] = useState('');
  const { options } = useLookup(shift, fieldOf(shift, 'organizationUnit'), { text, isOpen: true, isFilter: true });
  return (
    <Select
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      className={css['unit'] ?? ''}
      aria-label={T('unit')}
      placeholder={T('allUnits')}
      value={unit}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(next: number | undefined) => show(next ?? null)}
    />
  );
}

/** What is chosen, and what may be done with it. */
function Line({
  roster,
  type,
  types,
}: {
  readonly roster: Roster;
  readonly type: TypeRow | undefined;
  readonly types: readonly TypeRow[];
}) {
  const { chosen, choose, open, remove } = roster;
  if (!chosen) return <p className={css['line']}>{T('hint')}</p>;
  const row = chosen.kind === 'shift' ? chosen.row : null;
  return (
    <p className={css['line']} role="status">
      <strong>
        {chosen.kind === 'person'
          ? T('putting', { name: chosen.name, type: type?.values.name ?? '' })
          : T('moving', {
              name: holderOf(chosen.row),
              day: chosen.row.values.workDate,
              type: types.find(({ id }) => id === chosen.row.values.dutyType)?.values.name ?? '',
            })}
      </strong>
      {row && (
        <>
          <Button size="small" onClick={() => open({ row })}>
            {T('edit')}
          </Button>
          <Button size="small" danger onClick={() => remove(row)}>
            {T('remove')}
          </Button>
        </>
      )}
      <Button size="small" onClick={() => choose(null)}>
        {T('cancel')}
      </Button>
    </p>
  );
}

interface GapsProps {
  readonly month: string;
  readonly types: readonly TypeRow[];
  readonly rows: readonly ShiftRow[];
  readonly isCapped: boolean;
}

function Gaps({ month, types, rows, isCapped }: GapsProps) {
  const needed = types.filter(({ values }) => values.kind === 'duty');
  const shifts = rows.map(({ values }) => values);
  const days = weeksOf(month)
    .flat()
    .filter((day) => day.startsWith(month) && day >= today());
  const count = days.reduce((sum, day) => sum + gapsOn(day, needed, shifts).length, 0);
  if (isCapped) return <span className={css['gaps']}>{T('capped', { most: mostShifts })}</span>;
  return (
    <span className={count > 0 ? css['gaps'] : css['note']}>{count > 0 ? T('gaps', { count }) : T('noGaps')}</span>
  );
}

interface MonthProps {
  readonly month: string;
  readonly unit: number | null;
  readonly types: readonly TypeRow[];
}

/** The chosen type; a duty until one is chosen. */
function useType(types: readonly TypeRow[]): readonly [TypeRow | undefined, (id: number) => void] {
  const [typeId, setType] = useState<number>();
  const chosen = types.find(({ id }) => id === typeId);
  return [chosen ?? types.find(({ values }) => values.kind === 'duty') ?? types[0], setType];
}

function Month({ month, unit, types }: MonthProps) {
  const [type, setType] = useType(types);
  const roster = useRoster({ type, types, unit });
  const { data, error, refetch } = useShifts(month, unit);
  const { mayEdit, mayCreate } = useRights(shift);
  const mayChange = mayEdit && mayCreate;
  const endChoice = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !roster.chosen) return;
    event.preventDefault();
    roster.choose(null);
  };
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc ends the choice, wherever the focus is
    <div className={css['month']} onKeyDown={endChoice}>
      {mayChange && <Palette types={types} chosen={type?.id} choose={setType} roster={roster} />}
      <div className={css['main']}>
        <div className={css['above']}>
          {mayChange && <Line roster={roster} type={type} types={types} />}
          {!mayChange && <p className={css['line']}>{T('viewOnly')}</p>}
          <Gaps month={month} types={types} rows={data.rows} isCapped={data.isCapped} />
        </div>
        <MonthGrid
          month={month}
          today={today()}
          types={types}
          rows={data.rows}
          byDay={data.byDay}
          roster={roster}
          mayEdit={mayChange}
        />
      </div>
      <ShiftForm roster={roster} />
    </div>
  );
}

function ShiftForm({ roster: { form, open, choose } }: { readonly roster: Roster }) {
  if (!form) return null;
  const close = (): void => {
    open(null);
    choose(null);
  };
  return <FormDrawer resource={shift} row={form.row} defaults={form.defaults ?? {}} onClose={close} />;
}

function MonthBar({ month, show }: { readonly month: string; readonly show: (month: string) => void }) {
  return (
    <div className={css['bar']}>
      <IconButton name={T('before')} icon={<LeftOutlined />} onClick={() => show(monthAfter(month, -1))} />
      <strong className={css['name']}>{T('month', { year: month.slice(0, 4), month: Number(month.slice(5)) })}</strong>
      <IconButton name={T('after')} icon={<RightOutlined />} onClick={() => show(monthAfter(month, 1))} />
      <Button onClick={() => show(today().slice(0, 7))}>{T('today')}</Button>
    </div>
  );
}

interface LoadedProps {
  readonly types: readonly TypeRow[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly children: (types: readonly TypeRow[]) => ReactNode;
}

function Loaded({ types, error, retry, children }: LoadedProps) {
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!types) return <LoadingState />;
  if (types.length > 0) return children(types);
  return (
    <>
      <EmptyState text={T('noTypes')} />
      <Link to={listPathOf('dutyType') ?? ''}>{T('toTypes')}</Link>
    </>
  );
}

/** The roster of a month: persons are dragged, or put by keys, on its days. */
export function DutyMonthScreen() {
  const [month, show] = useMonth();
  const [unit, setUnit] = useState<number | null>(null);
  const { data: types, error, refetch } = useDutyTypes();
  const listPath = listPathOf('shift');
  return (
    <Page
      title={T('title')}
      actions={
        <>
          {listPath !== undefined && <Link to={listPath}>{T('list')}</Link>}
          <Button
            icon={<PrinterOutlined />}
            href={printPath('dutyList', Number(month.replace('-', '')))}
            target="_blank"
          >
            {T('print')}
          </Button>
        </>
      }
    >
      <Card>
        <div className={css['top']}>
          <MonthBar month={month} show={show} />
          <UnitSelect unit={unit} show={setUnit} />
        </div>
        <Loaded types={types} error={error} retry={() => void refetch()}>
          {(known) => <Month key={month} month={month} unit={unit} types={known} />}
        </Loaded>
      </Card>
    </Page>
  );
}
