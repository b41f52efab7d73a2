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

interface SheetProps {
  readonly chosen: Chosen;
  readonly meters: readonly Meter[];
  readonly entry: ReturnType<typeof useMeterEntry>;
}

function SaveLine({ meters, entry, typed }: Pick<SheetProps, 'meters' | 'entry'> & { readonly typed: number }) {
  const { mayEdit } = useRights(energyItem);
  const { filled } = entry;
  return (
    <>
      <span aria-live="polite">{T('filled', { n: filled.length, all: meters.length, cost: formatMoney(typed) })}</span>
      <Button
        type="primary"
        disabled={!mayEdit || filled.length === 0}
        loading={entry.isSaving}
        onClick={entry.trySave}
      >
        {T('save')}
      </Button>
    </>
  );
}

function Sheet({ chosen, meters, entry, hasMore }: SheetProps & { readonly hasMore: boolean }) {
  const { mayEdit } = useRights(energyItem);
  if (meters.length === 0) return <EmptyState text={T('none')} hint={T('noneHint')} />;
  return (
    <>
      <MeterGrid
        meters={meters}
        day={chosen.day}
        drafts={entry.drafts}
        problems={entry.problems}
        mayEdit={mayEdit}
        onType={entry.type}
        onLeave={entry.leave}
        onAskCause={entry.ask}
        onSave={entry.trySave}
      />
      {hasMore && <p className={css['hint']}>{T('more')}</p>}
    </>
  );
}

function AskedCause({ entry: { asked, drafts, settle, ask } }: Pick<SheetProps, 'entry'>) {
  if (!asked) return null;
  return (
    <CauseDialog meter={asked} draft={drafts[asked.id] ?? { text: '' }} onConfirm={settle} onClose={() => ask(null)} />
  );
}

function ItemsLink() {
  const path = listPathOf('energyItem');
  return path === undefined ? null : <Link to={path}>{T('items')}</Link>;
}

/** Asks before typed readings are lost by another day or building. */
function useChoice({ filled, drop }: SheetProps['entry'], choose: (next: Chosen) => void): (next: Chosen) => void {
  const { modal } = App.useApp();
  return (next) => {
    const go = (): void => {
      drop();
      choose(next);
    };
    if (filled.length === 0) return go();
    void modal.confirm({ title: T('leave', { n: filled.length }), okText: T('leaveYes'), onOk: go });
  };
}

/** Readings of one day for all meters of a building, with what the months cost. */
export function MeterReadingScreen() {
  const [chosen, choose] = useState<Chosen>(() => ({ day: today(), building: undefined }));
  const { data, error, refetch } = useQuery({
    queryKey: [...energyKey, 'sheet', chosen.day, chosen.building ?? 0],
    queryFn: ({ signal }) => meterSheet({ readDate: chosen.day, buildingId: chosen.building }, signal),
  });
  const meters = data?.meters ?? noMeters;
  const entry = useMeterEntry(meters, chosen.day);
  const typed = typedCost(entry.filled, entry.drafts);
  const change = useChoice(entry, choose);
  return (
    <Page title={T('title')} actions={<ItemsLink />}>
      <Card title={T('meters', { day: chosen.day })} extra={<SaveLine meters={meters} entry={entry} typed={typed} />}>
        <Choice chosen={chosen} onChoose={change} />
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingState />}
        {data && <Sheet chosen={chosen} meters={meters} entry={entry} hasMore={data.hasMore} />}
      </Card>
      <Costs chosen={chosen} typed={typed} />
      <AskedCause entry={entry} />
    </Page>
  );
}
