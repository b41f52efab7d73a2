import { energyItem } from '@kangmai/model/basic-data';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';

import { formatAt } from '../../lib/dates.ts';
import { listPathOf } from '../../lib/list-pages.ts';
import { formatMoney } from '../../lib/units.ts';
import { meterSheet, monthlyCosts, type Meter } from '../../resource-client/energy.ts';
import { RefSelect } from '../../resource-screens/field-kinds/ref-select.tsx';
import { useRights } from '../../resource-screens/use-writes.ts';
import { DayPicker } from '../../ui/date-picker.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { CauseDialog } from './cause-dialog.tsx';
import { CostChart } from './cost-chart.tsx';
import { barsOf, typedCost } from './cost-parts.ts';
import css from './basic-data.module.css';
import { T } from './energy-texts.ts';
import { MeterGrid } from './meter-grid.tsx';
import { energyKey, useMeterEntry } from './use-meter-entry.ts';

const dayPattern = 'YYYY-MM-DD';
const today = (): string => formatAt(Date.now(), dayPattern) ?? '';
const noMeters: readonly Meter[] = [];

interface Chosen {
  readonly day: string;
  readonly building: number | undefined;
}

function Choice({ chosen, onChoose }: { readonly chosen: Chosen; readonly onChoose: (next: Chosen) => void }) {
  const { day, building } = chosen;
  return (
    <div className={css['line']}>
      <label htmlFor="meter-day">
        {T('day')}
        <DayPicker
          id="meter-day"
          format={dayPattern}
          value={dayjs(day)}
          maxDate={dayjs(today())}
          onChange={(picked) => picked && onChoose({ ...chosen, day: picked.format(dayPattern) })}
        />
      </label>
      <label htmlFor="meter-building">
        {T('building')}
        <span className={css['building']}>
          <RefSelect
            id="meter-building"
            resource={energyItem}
            field={energyItem.fields.building}
            value={building === undefined ? [] : [building]}
            isMany={false}
            placeholder={T('allBuildings')}
            onChange={([picked]) => onChoose({ ...chosen, building: typeof picked === 'number' ? picked : undefined })}
          />
        </span>
      </label>
      <span className={css['hint']}>{T('keys')}</span>
    </div>
  );
}

function Costs({ chosen, typed }: { readonly chosen: Chosen; readonly typed: number }) {
  const month = chosen.day.slice(0, 7);
  const { data, error, refetch } = useQuery({
    queryKey: [...energyKey, 'costs', month, chosen.building ?? 0],
    queryFn: ({ signal }) => monthlyCosts({ month, buildingId: chosen.building }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={T('chart')}>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && <CostChart bars={barsOf(data, { month, typed })} />}
    </Card>
  );
}

/** Readings of one day for all meters of a building, with what the months cost. */
export function MeterReadingScreen() {
  const [chosen, choose] = useState<Chosen>(() => ({ day: today(), building: undefined }));
  const { modal } = App.useApp();
  const { mayEdit } = useRights(energyItem);
  const { data, error, refetch } = useQuery({
    queryKey: [...energyKey, 'sheet', chosen.day, chosen.building ?? 0],
    queryFn: ({ signal }) => meterSheet({ readDate: chosen.day, buildingId: chosen.building }, signal),
  });
  const meters = data?.meters ?? noMeters;
  const entry = useMeterEntry(meters, chosen.day);
  const { filled, drafts, asked } = entry;
  const typed = typedCost(filled, drafts);
  const change = (next: Chosen): void => {
    const go = (): void => {
      entry.drop();
      choose(next);
    };
    if (filled.length === 0) return go();
    void modal.confirm({ title: T('leave', { n: filled.length }), okText: T('leaveYes'), onOk: go });
  };
  const itemsPath = listPathOf('energyItem');
  return (
    <Page title={T('title')} actions={itemsPath !== undefined && <Link to={itemsPath}>{T('items')}</Link>}>
      <Card>
        <Choice chosen={chosen} onChoose={change} />
      </Card>
      <Card
        title={T('meters', { day: chosen.day })}
        extra={
          <>
            <span aria-live="polite">
              {T('filled', { n: filled.length, all: meters.length, cost: formatMoney(typed) })}
            </span>
            <Button
              type="primary"
              disabled={!mayEdit || filled.length === 0}
              loading={entry.isSaving}
              onClick={entry.trySave}
            >
              {T('save')}
            </Button>
          </>
        }
      >
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingState />}
        {data && meters.length === 0 && <EmptyState text={T('none')} hint={T('noneHint')} />}
        {meters.length > 0 && (
          <MeterGrid
            meters={meters}
            day={chosen.day}
            drafts={drafts}
            problems={entry.problems}
            mayEdit={mayEdit}
            onType={entry.type}
            onLeave={entry.leave}
            onAskCause={entry.ask}
            onSave={entry.trySave}
          />
        )}
        {data?.hasMore && <p className={css['hint']}>{T('more')}</p>}
      </Card>
      <Costs chosen={chosen} typed={typed} />
      {asked && (
        <CauseDialog
          meter={asked}
          draft={drafts[asked.id] ?? { text: '' }}
          onConfirm={entry.settle}
          onClose={() => entry.ask(null)}
        />
      )}
    </Page>
  );
}
