import { abnormalCase, callOutcomes, client as personResource, guardianContact } from '@kangmai/model';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import { getCase, type CaseFile } from '../../lib/api/resource-cases.ts';
import { bandsOf } from '../../lib/api/resource-limits.ts';
import { seriesOf } from '../../lib/api/resource-readings.ts';
import { formatClock, formatDate, formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import { useReveal } from '../../lib/use-reveal.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { choiceLabel, fieldLabel } from '../../lib/labels.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { VitalChart } from '../../ui/chart/vital-chart.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { MaskedValue } from '../../ui/masked-value.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import { Timeline, type TimelineGroup } from '../../ui/timeline.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { CaseDialog } from './case-dialog.tsx';
import { personOf } from './case-list.tsx';
import { levelOf, mayReopen, movesOf, type CaseMove, type CaseRow } from './case-moves.ts';
import { CaseReadings } from './case-readings.tsx';
import { statusLine, storyOf } from './case-words.ts';
import { caseKey, useCaseMoves } from './use-case-moves.ts';
import { withUnit } from './with-unit.ts';

import type { ReadingKind } from '@kangmai/model';

const figures: Partial<Record<ReadingKind, readonly string[]>> = {
  bp: ['high', 'low'], heart: ['heart'], spo2: ['spo2'], bloodSugar: ['bloodSugar'], temperature: ['temperature'], uricAcid: ['uricAcid'], ketone: ['ketone'], bloodLipid: ['tc', 'tg', 'hdl', 'ldl'],
};

const asked = new Set<CaseMove>(['contact', 'handle', 'falseAlarm']);

/** The case that is shown next stands in the list: the focus goes there, once it is drawn. */
const toList = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-case-list] [aria-current="true"]')?.focus());
};

/** The buttons of a case by its state and the user's rights; the ones that need words ask for them. */
function Moves({ row, onClosed }: { readonly row: CaseRow; readonly onClosed: () => void }) {
  const { mutate, isPending, mayMove } = useCaseMoves();
  const [dialog, setDialog] = useState<CaseMove | null>(null);
  const box = useRef<HTMLDivElement>(null);
  if (!mayMove) return null;
  const leave = (move: CaseMove): void => {
    setDialog(null);
    box.current?.querySelector<HTMLElement>(`[data-move="${move}"]`)?.focus();
  };
  const run = (move: CaseMove, values: Record<string, unknown> = {}): void => {
    const close = (): void => {
      // Another dialog may have been opened while this move was on its way.
      setDialog((open) => (open === move ? null : open));
      if (move === 'handle' || move === 'falseAlarm') {
        onClosed();
        toList();
      }
    };
    mutate({ row, move, values }, { onSuccess: close });
  };
  const moves = movesOf(row);
  const primary = moves.find((move) => move === 'claim') ?? 'handle';
  return (
    <Space wrap data-case-moves="" ref={box}>
      {moves.map((move) => {
        const isLate = move === 'reopen' && !mayReopen(row, Date.now());
        return (
          <Button key={move} data-move={move} type={move === primary ? 'primary' : 'default'} disabled={isLate} {...(move === 'reopen' && { title: T(isLate ? 'reopenLate' : 'reopenHint') })} loading={isPending && !asked.has(move)} onClick={() => (asked.has(move) ? setDialog(move) : run(move))}>
            {T(move)}
          </Button>
        );
      })}
      {dialog && <CaseDialog move={dialog} row={row} isBusy={isPending} onRun={(values) => run(dialog, values)} onClose={() => leave(dialog)} />}
    </Space>
  );
}

interface PhoneProps {
  readonly resource: typeof personResource | typeof guardianContact;
  readonly id: number;
  readonly masked: string | null;
  readonly name: string;
}

/** A number beside a name: one press shows it, the next one calls it. */
function Phone({ resource, id, masked, name }: PhoneProps) {
  const ask = useReveal({ resource, id, name: 'phone' });
  if (masked === null || masked === '') return null;
  if (!ask) return <span>{masked}</span>;
  return (
    <MaskedValue label={fieldLabel('phone', resource.fields.phone) + ` ${name}`} masked={masked} ask={ask} reason={T('urgent')}>
      {(shown) => <a href={`tel:${String(shown)}`} aria-label={T('call', { name })}>{String(shown)}</a>}
    </MaskedValue>
  );
}

function Person({ file: { row, person, guardians } }: { readonly file: CaseFile }) {
  const { mayOpenClient } = useCaseMoves();
  const name = mayOpenClient && row.values.client !== null ? <Link to={screenPath('clientDetail', row.values.client)}>{personOf(row)}</Link> : personOf(row);
  return (
    <ul className={`${css['person']} ${css['people']}`} aria-label={T('people')}>
      <li>
        <strong>{name}</strong>
        {person && <><FieldCell resource={personResource} name="gender" row={person} /> <FieldCell resource={personResource} name="age" row={person} isFull /> <Phone resource={personResource} id={person.id} masked={person.values.phone} name={personOf(row)} /></>}
      </li>
      {guardians.map((guardian) => (
        <li key={guardian.id}>
          {T('guardian')} <strong>{guardian.values.name}</strong> <FieldCell resource={guardianContact} name="relation" row={guardian} />
          <Phone resource={guardianContact} id={guardian.id} masked={guardian.values.phone} name={guardian.values.name} />
        </li>
      ))}
    </ul>
  );
}

function Trend({ file: { kind, points, person } }: { readonly file: CaseFile }) {
  const bands = useQuery({
    queryKey: ['bands', person?.id],
    queryFn: () => bandsOf({ id: person?.id ?? 0, birthday: person?.values.birthday ?? null, sex: person?.values.gender ?? null, tags: person?.values.riskTags ?? [] }),
    enabled: person !== null,
    staleTime: 600_000,
  });
  const shown = kind && figures[kind];
  if (!kind || !shown) return null;
  return <VitalChart title={T('trend')} series={seriesOf(kind, points, { figures: shown, labelOf: fieldLabel, bands: bands.data ?? {} })} height={220} />;
}

function grouped<E extends { readonly at: Date }>(entries: readonly E[], entryOf: (entry: E) => Omit<TimelineGroup['entries'][number], 'time'>): readonly TimelineGroup[] {
  const days = new Map<string, TimelineGroup['entries'][number][]>();
  for (const entry of entries) {
    const day = formatDate(entry.at);
    days.set(day, [...(days.get(day) ?? []), { ...entryOf(entry), time: formatClock(entry.at) }]);
  }
  return [...days].map(([heading, list]) => ({ heading, entries: list }));
}

function Logs({ file: { contacts, changes } }: { readonly file: CaseFile }) {
  const calls = grouped(contacts, ({ id, outcome, note, userName }) => ({ key: id, title: `${userName ?? T('system')} ${outcome ? choiceLabel(callOutcomes.entries[outcome]) : ''}`, body: note }));
  const done = grouped(storyOf(changes), ({ key, text }) => ({ key, title: text }));
  return (
    <div className={css['logs']}>
      <section aria-label={T('contacts')}>
        <h2>{T('contacts')}</h2>
        {calls.length === 0 ? <p className={css['time']}>{T('noContacts')}</p> : <Timeline name={T('contacts')} groups={calls} />}
      </section>
      <section aria-label={T('changes')}>
        <h2>{T('changes')}</h2>
        {done.length === 0 ? <p className={css['time']}>{T('noChanges')}</p> : <Timeline name={T('changes')} groups={done} />}
      </section>
    </div>
  );
}

const tickMs = 15_000;

/** One case: what happened, to whom, the days around it, what was done, and what can be done. */
export function CaseDetail({ id, onClosed }: { readonly id: number; readonly onClosed: () => void }) {
  const now = useNow(tickMs);
  const { data: file, error, refetch } = useQuery({ queryKey: caseKey(id), queryFn: ({ signal }) => getCase(id, signal) });
  if (!file) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
  const { row } = file;
  const { values } = row;
  const level = levelOf(row);
  const unitOf = (text: string | null): string | null => withUnit(text, file.kind, file.kind ? figures[file.kind]?.[0] : undefined);
  const facts = [
    { label: T('latest'), value: formatMinute(values.latestAt) }, { label: T('started'), value: formatMinute(values.startedAt) }, { label: T('count'), value: values.readingCount }, { label: T('peak'), value: unitOf(values.peakValue) },
    { label: T('range'), value: unitOf(values.normalRange) }, { label: T('device'), value: values.device },
    ...(file.device ? [{ label: T('lastSeen'), value: formatMinute(file.device.lastSeenAt) }, { label: T('battery'), value: file.device.battery === null ? null : `${file.device.battery}%` }] : []),
    ...(values.handling ? [{ label: fieldLabel('handling', abnormalCase.fields.handling), value: <FieldCell resource={abnormalCase} name="handling" row={row} /> }] : []),
    ...(values.outcome ? [{ label: fieldLabel('outcome', abnormalCase.fields.outcome), value: values.outcome, wide: true }] : []),
  ];
  return (
    <article className={css['file']} aria-label={values.finding}>
      <header className={css['fileHead']}>
        <StatusTag tone={levelTone(level)}>{L(`alarm.level${level}`)}</StatusTag>
        <h2 translate="no">{values.finding}</h2>
        <span className={css['state']}>{statusLine(row, now)}</span>
      </header>
      <Moves row={row} onClosed={onClosed} />
      <Person file={file} />
      <DescriptionList items={facts} />
      <CaseReadings row={row} kind={file.kind} />
      <Trend file={file} />
      <Logs file={file} />
    </article>
  );
}
