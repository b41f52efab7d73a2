import { abnormalCase, readingOfKind } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { Tag } from 'antd';
import { useMemo, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { resourceTitle } from '../../lib/labels.ts';
import { useList } from '../../resource-screens/use-list.ts';
import { ScrollLoader } from '../../ui/scroll-loader.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { byDay, caseEntry, readingEntries, type EntryKind, type HealthEntry } from './timeline-entries.ts';

import type { Span } from '../../lib/api/resource-readings.ts';
import type { ScreenRow } from '../../lib/api/resource-row.ts';
import type { Vitals } from './use-vitals.ts';

const step = 50;
const mostCases = 100;

/** The person's cases of some span of time; none without the right to see them. */
function useCases(id: number, span: Span): readonly ScreenRow<typeof abnormalCase>[] {
  const filters = { client: String(id), latestAt: { from: span.from.toISOString(), to: span.to.toISOString() } };
  const list = useList(abnormalCase, { keep: 'memory', fixed: filters, usual: { size: mostCases } });
  const { refresh } = list;
  useRealtime('newabnormal', ({ userid }) => userid === id && refresh());
  return useCan(permissionsOfCall(abnormalCase, 'list')) ? list.rows : [];
}

function headed({ title, level }: HealthEntry) {
  if (level === 0) return title;
  return <>{title} <StatusTag tone={levelTone(level)}>{L(`alarm.level${level as 1 | 2 | 3 | 4}`)}</StatusTag></>;
}

/** What happened to the person, newest first, by day; chips show one kind alone. */
export function ClientTimeline({ id, span, vitals }: { readonly id: number; readonly span: Span; readonly vitals: readonly Vitals[] }) {
  const [shown, setShown] = useState<EntryKind | null>(null);
  const [most, setMost] = useState(step);
  const cases = useCases(id, span);
  const entries = useMemo(() => [...vitals.flatMap(readingEntries), ...cases.map(caseEntry)], [vitals, cases]);
  const kinds: readonly (readonly [EntryKind, string])[] = [...vitals.map(({ kind }) => [kind, resourceTitle(readingOfKind[kind])] as const), ['case', T('cases')]];
  const chosen = shown === null ? entries : entries.filter(({ kind }) => kind === shown);
  const groups = byDay(chosen, most).map(({ day, entries: list }) => ({
    heading: day,
    entries: list.map((entry) => ({ key: entry.key, time: entry.time, title: headed(entry), body: entry.body, tone: entry.level > 0 ? levelTone(entry.level) : ('neutral' as const) })),
  }));
  return (
    <section className={css['timeline']}>
      <Tag.CheckableTagGroup className={css['chips'] ?? ''} options={kinds.map(([value, label]) => ({ value, label }))} value={shown} onChange={(next) => setShown(next)} aria-label={T('kind')} />
      {groups.length === 0 ? <EmptyState text={T('none')} /> : (
        <ScrollLoader name={T('timeline')} edge="bottom" hasMore={chosen.length > most} load={async () => setMost(most + step)}>
          <Timeline name={T('timeline')} groups={groups} />
        </ScrollLoader>
      )}
    </section>
  );
}
