import { abnormalCase } from '@kangmai/model/alerts';
import { readingOfKind } from '@kangmai/model/measurements';
import { permissionsOfCall } from '@kangmai/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { Suspense, useMemo, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { figureTimesOf } from '../../lib/api/figure-times.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { useCan } from '../../lib/permissions.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { CorrectionNote } from '../../reading-parts/correction-note.tsx';
import { ReadingMark } from '../../reading-parts/reading-mark.tsx';
import { useList } from '../../resource-screens/use-list.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ScrollLoader } from '../../ui/scroll-loader.tsx';
import { Bones } from '../../ui/bones.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { byDay, caseEntry, readingEntries, type EntryKind, type HealthEntry } from './timeline-entries.ts';

import type { Span } from '../../resource-client/readings.ts';
import type { Vitals } from './use-vitals.ts';

const ReadingDrawer = lazyPart(async () => (await import('../../reading-parts/reading-drawer.tsx')).ReadingDrawer);

const step = 50;
const mostCases = 100;
const noCases: readonly never[] = [];

/** The person's cases in a span; empty without permission. */
function useCases(id: number, span: Span): { readonly cases: readonly HealthEntry[]; readonly isLoading: boolean } {
  const filters = { client: String(id), latestAt: { from: span.from.toISOString(), to: span.to.toISOString() } };
  const list = useList(abnormalCase, { keep: 'memory', fixed: filters, usual: { size: mostCases } });
  const { refresh, rows } = list;
  useRealtime('newabnormal', ({ userid }) => userid === id && refresh());
  useRealtime('abnormalchange', (changed) => rows.some((row) => row.id === changed.id) && refresh());
  const canSee = useCan(permissionsOfCall(abnormalCase, 'list'));
  const ids = rows.map((row) => row.id);
  const times = useQuery({
    queryKey: [...rowKeys.lists(abnormalCase), 'times', ids],
    queryFn: ({ signal }) => figureTimesOf(ids, signal),
    enabled: canSee && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const isLoading = canSee && (list.isLoading || times.isLoading);
  const { data } = times;
  const cases = useMemo(
    () =>
      canSee && !isLoading ? rows.map((row) => caseEntry(row, data?.get(row.id)?.valueTime ?? undefined)) : noCases,
    [canSee, isLoading, rows, data],
  );
  return { cases, isLoading };
}

interface EntryProps {
  readonly entry: HealthEntry;
  readonly onOpen: (reading: NonNullable<HealthEntry['reading']>) => void;
}

/** Title of an entry; the title of a reading opens it. */
function Headed({
  entry: { title, level, reading, correction, time },
  onOpen,
}: EntryProps & { readonly entry: { readonly time: string } }) {
  return (
    <>
      {reading ? (
        <LinkButton aria-label={`${time} ${title}`} onClick={() => onOpen(reading)}>
          {title}
        </LinkButton>
      ) : (
        title
      )}
      {level > 0 && (
        <>
          {' '}
          <StatusTag tone={levelTone(level)}>{L(`alarm.level${level as 1 | 2 | 3 | 4}`)}</StatusTag>
        </>
      )}
      {correction && (
        <>
          {' '}
          <ReadingMark isVoid={correction.isVoid} />
        </>
      )}
    </>
  );
}

function bodyOf({ body, kind, correction }: HealthEntry) {
  if (!correction || kind === 'case') return body;
  return (
    <>
      {body}
      {body !== null && <br />}
      <CorrectionNote kind={kind} correction={correction} />
    </>
  );
}

function NoEntries({ vitals, isLoading }: { readonly vitals: readonly Vitals[]; readonly isLoading: boolean }) {
  const failed = vitals.find(({ error }) => error !== null);
  if (isLoading || vitals.some((each) => each.isLoading)) return <Bones />;
  return failed ? (
    <ErrorState {...(failed.error && { message: failed.error.message })} onRetry={failed.retry} />
  ) : (
    <EmptyState text={T('none')} />
  );
}

export function ClientTimeline({
  id,
  span,
  vitals,
}: {
  readonly id: number;
  readonly span: Span;
  readonly vitals: readonly Vitals[];
}) {
  const [shown, setShown] = useState<EntryKind | null>(null);
  const [most, setMost] = useState(step);
  const [opened, setOpened] = useState<HealthEntry['reading'] | null>(null);
  const { cases, isLoading } = useCases(id, span);
  const entries = useMemo(() => [...vitals.flatMap(readingEntries), ...cases], [vitals, cases]);
  const kinds: readonly (readonly [EntryKind, string])[] = [
    ...vitals.map(({ kind }) => [kind, resourceTitle(readingOfKind[kind])] as const),
    ['case', T('cases')],
  ];
  const chosen = shown === null ? entries : entries.filter(({ kind }) => kind === shown);
  const groups = byDay(chosen, most).map(({ day, entries: list }) => ({
    heading: day,
    entries: list.map((entry) => ({
      key: entry.key,
      time: entry.time,
      title: <Headed entry={entry} onOpen={setOpened} />,
      body: bodyOf(entry),
      tone: entry.level > 0 ? levelTone(entry.level) : ('neutral' as const),
    })),
  }));
  return (
    <section className={css['timeline']}>
      <Tag.CheckableTagGroup
        className={css['chips'] ?? ''}
        options={kinds.map(([value, label]) => ({ value, label }))}
        value={shown}
        onChange={(next) => setShown(next)}
        aria-label={T('kind')}
      />
      {groups.length === 0 ? (
        <NoEntries
          vitals={vitals.filter(({ kind }) => shown === null || shown === kind)}
          isLoading={isLoading && (shown === null || shown === 'case')}
        />
      ) : (
        <ScrollLoader
          name={T('timeline')}
          edge="bottom"
          hasMore={chosen.length > most}
          load={async () => setMost(most + step)}
        >
          <Timeline name={T('timeline')} groups={groups} />
        </ScrollLoader>
      )}
      {opened && (
        <Suspense>
          <ReadingDrawer {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  );
}
