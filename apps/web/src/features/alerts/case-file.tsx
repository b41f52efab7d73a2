import { abnormalCase } from '@kangmai/model/alerts';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useEffect, useRef, useState, type ComponentProps } from 'react';

import { getCase, type CaseFile } from '../../resource-client/cases.ts';
import { EarlyWarningPart } from '../../reading-parts/early-warning.tsx';
import { seriesOf } from '../../resource-client/readings.ts';
import { formatMinute, formatMoment } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { fieldLabel } from '../../lib/labels.ts';
import { printPath } from '../../lib/print-path.ts';
import { VitalChart } from '../../ui/chart/vital-chart.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { CallFile } from './call-file.tsx';
import { CallList } from './call-list.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { CaseGrounds } from './case-grounds.tsx';
import { personOf } from './case-list.tsx';
import { levelOf, mayReopen, movesOf, type CaseMove } from './case-moves.ts';
import { CaseNotices } from './case-notices.tsx';
import { CaseReadings } from './case-readings.tsx';
import { statusLine } from './case-words.ts';
import { keepFocusInMoves } from './desk-focus.ts';
import { caseKey, useCaseMoves } from './use-case-moves.ts';
import { useFigureTimes } from './use-figure-times.ts';
import { figureWithUnit } from './with-unit.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import { Logs } from './case-logs.tsx';

const figures: Partial<Record<ReadingKind, readonly string[]>> = {
  bp: ['high', 'low'],
  heart: ['heart'],
  spo2: ['spo2'],
  bloodSugar: ['bloodSugar'],
  temperature: ['temperature'],
  uricAcid: ['uricAcid'],
  ketone: ['ketone'],
  bloodLipid: ['tc', 'tg', 'hdl', 'ldl'],
};

const asked = new Set<CaseMove>(['contact', 'handle', 'falseAlarm']);

/** Buttons by state of the case and permissions; those that need input open a dialog. */
function Moves({ file, onClosed }: { readonly file: CaseFile; readonly onClosed: () => void }) {
  const { row } = file;
  const { mutate, isPending, mayMove } = useCaseMoves();
  const [dialog, setDialog] = useState<CaseMove | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // The answer or its live event may remove the clicked button.
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) keepFocusInMoves();
    isMoved.current = false;
  }, [row.values.state]);
  if (!mayMove) return null;
  const cancelMove = (move: CaseMove): void => {
    setDialog(null);
    box.current?.querySelector<HTMLElement>(`[data-move="${move}"]`)?.focus();
  };
  const runMove = (
    move: CaseMove,
    values: Record<string, unknown> = {},
    onError: (error: Error) => void = () => undefined,
  ): void => {
    const closeDialog = (): void => {
      // Another dialog may have been opened while this move was under way.
      setDialog((open) => (open === move ? null : open));
      if (move === 'handle' || move === 'falseAlarm') onClosed();
      else keepFocusInMoves();
    };
    isMoved.current = true;
    mutate({ row, move, values }, { onSuccess: closeDialog, onError });
  };
  const moves = movesOf(row);
  const primary = moves.find((move) => move === 'claim') ?? 'handle';
  return (
    <Space wrap data-case-moves="" ref={box}>
      {moves.map((move) => {
        const isLate = move === 'reopen' && !mayReopen(row, Date.now());
        return (
          <Button
            key={move}
            data-move={move}
            type={move === primary ? 'primary' : 'default'}
            disabled={isLate}
            {...(move === 'reopen' && { title: T(isLate ? 'reopenLate' : 'reopenHint') })}
            {...(move === 'endObservation' && { title: T('endHint') })}
            loading={isPending && !asked.has(move)}
            onClick={() => (asked.has(move) ? setDialog(move) : runMove(move))}
          >
            {T(move)}
          </Button>
        );
      })}
      {dialog && (
        <CaseDialog
          move={dialog}
          file={file}
          isBusy={isPending}
          onRun={(values, onFailed) => runMove(dialog, values, onFailed)}
          onClose={() => cancelMove(dialog)}
        />
      )}
    </Space>
  );
}

function Trend({ file: { kind, points, bands } }: { readonly file: CaseFile }) {
  const shown = kind && figures[kind];
  if (!kind || !shown) return null;
  return (
    <VitalChart
      title={T('trend')}
      series={seriesOf(kind, points, { figures: shown, labelOf: fieldLabel, bands })}
      height={220}
    />
  );
}

type Fact = ComponentProps<typeof DescriptionList>['items'][number];

/** Value, limits and rule of the case; SOS calls show their own times. */
function judgedFacts({ row: { values }, kind, rule, calls, peakAt }: CaseFile): readonly Fact[] {
  const unitOf = (text: string | null): string | null =>
    figureWithUnit(text, kind, kind ? figures[kind]?.[0] : undefined);
  const spans = [
    { label: T('latest'), value: formatMinute(values.latestAt) },
    { label: T('started'), value: formatMinute(values.startedAt) },
    { label: T('count'), value: values.readingCount },
  ];
  return [
    ...(calls.length > 0 ? [] : spans),
    { label: T('device'), value: values.device },
    ...(kind || values.peakValue
      ? [
          {
            label: T('peak'),
            value:
              peakAt === null ? (
                unitOf(values.peakValue)
              ) : (
                <>
                  {unitOf(values.peakValue)} <span className={css['time']}>{formatMoment(peakAt, Date.now())}</span>
                </>
              ),
          },
          { label: T('range'), value: unitOf(values.normalRange) },
        ]
      : []),
    ...(rule ? [{ label: T('grounds'), value: <CaseGrounds rule={rule} />, wide: true }] : []),
  ];
}

function Facts({ file }: { readonly file: CaseFile }) {
  const { row, device } = file;
  const { handling, outcome } = row.values;
  const items = [
    ...judgedFacts(file),
    ...(device
      ? [
          { label: T('lastSeen'), value: formatMinute(device.lastSeenAt) },
          { label: T('battery'), value: device.battery === null ? null : `${device.battery}%` },
        ]
      : []),
    ...(handling
      ? [
          {
            label: fieldLabel('handling', abnormalCase.fields.handling),
            value: <FieldCell resource={abnormalCase} name="handling" row={row} />,
          },
        ]
      : []),
    ...(outcome ? [{ label: fieldLabel('outcome', abnormalCase.fields.outcome), value: outcome, wide: true }] : []),
  ];
  return <DescriptionList items={items} />;
}

const tickMs = 15_000;
const noRows: readonly never[] = [];

export function CaseDetail({ id, onClosed }: { readonly id: number; readonly onClosed: () => void }) {
  const now = useNow(tickMs);
  const {
    data: file,
    error,
    refetch,
  } = useQuery({ queryKey: caseKey(id), queryFn: ({ signal }) => getCase(id, signal) });
  const times = useFigureTimes(file ? [file.row] : noRows);
  if (!file) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
  const { row } = file;
  const { values } = row;
  const level = levelOf(row);
  return (
    <article className={css['file']} aria-label={values.finding}>
      <header className={css['fileHead']}>
        <StatusTag tone={levelTone(level)}>{L(`alarm.level${level}`)}</StatusTag>
        <h2 translate="no">{values.finding}</h2>
        <span className={css['state']}>{statusLine(row, now, times.get(row.id))}</span>
      </header>
      <div className={css['movesLine']}>
        <Moves file={file} onClosed={onClosed} />
        <a className={css['log']} href={printPath('case', row.id)} target="_blank" rel="noreferrer">
          {T('print')}
        </a>
      </div>
      <CallList file={file} />
      <CallFile calls={file.calls} person={file.person} whose={personOf(row)} now={now} />
      <Facts file={file} />
      <CaseReadings row={row} kind={file.kind} />
      <Trend file={file} />
      {values.client !== null && <EarlyWarningPart clientId={values.client} />}
      <CaseNotices caseId={row.id} />
      <Logs file={file} />
    </article>
  );
}
