import { callOutcomes, caseActions, caseStates } from '@kangmai/model/alerts';
import { alarmLevels } from '@kangmai/model/shared';
import type { CaseFile, CaseHandling } from '../../resource-client/cases.ts';
import { formatClock, formatDate } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { Timeline, type TimelineGroup } from '../../ui/timeline.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { isOpenCase } from './case-moves.ts';
import { storyOf } from './case-words.ts';

/** Entries by day, with the minute of each where they do not tell a time of their own. */
export function grouped<E extends { readonly at: Date }>(
  entries: readonly E[],
  entryOf: (entry: E) => Omit<TimelineGroup['entries'][number], 'time'> & { readonly time?: string },
): readonly TimelineGroup[] {
  const days = new Map<string, TimelineGroup['entries'][number][]>();
  for (const entry of entries) {
    const day = formatDate(entry.at);
    days.set(day, [...(days.get(day) ?? []), { time: formatClock(entry.at), ...entryOf(entry) }]);
  }
  return [...days].map(([heading, list]) => ({ heading, entries: list }));
}

export const closingTitle = ({ state, userName }: CaseHandling): string =>
  `${userName ?? T('system')} ${state ? choiceLabel(caseStates.entries[state]) : ''}`;

export function closingBody({ handling, outcome, level }: CaseHandling): string {
  const words = [
    level && choiceLabel(alarmLevels.entries[level]),
    handling && choiceLabel(caseActions.entries[handling]),
    outcome,
  ];
  return words.filter(Boolean).join(' · ');
}

/** Closings of a case that was opened again; the last one of a closed case is its own. */
export const formerClosings = ({ row, handlings }: CaseFile): readonly CaseHandling[] =>
  isOpenCase(row) ? handlings : handlings.slice(1);

function Closings({ file }: { readonly file: CaseFile }) {
  const former = formerClosings(file);
  if (former.length === 0) return null;
  const groups = grouped(former, (each) => ({ key: each.id, title: closingTitle(each), body: closingBody(each) }));
  return (
    <section aria-label={T('handlings')}>
      <h2>{T('handlings')}</h2>
      <Timeline name={T('handlings')} groups={groups} />
    </section>
  );
}

export function Logs({ file }: { readonly file: CaseFile }) {
  const { contacts, changes } = file;
  const calls = grouped(contacts, ({ id, outcome, note, userName }) => ({
    key: id,
    title: `${userName ?? T('system')} ${outcome ? choiceLabel(callOutcomes.entries[outcome]) : ''}`,
    body: note,
  }));
  const done = grouped(storyOf(changes), ({ key, text }) => ({ key, title: text }));
  return (
    <div className={css['logs']}>
      <section aria-label={T('contacts')}>
        <h2>{T('contacts')}</h2>
        {calls.length === 0 ? (
          <p className={css['time']}>{T('noContacts')}</p>
        ) : (
          <Timeline name={T('contacts')} groups={calls} />
        )}
      </section>
      <section aria-label={T('changes')}>
        <h2>{T('changes')}</h2>
        {done.length === 0 ? (
          <p className={css['time']}>{T('noChanges')}</p>
        ) : (
          <Timeline name={T('changes')} groups={done} />
        )}
      </section>
      <Closings file={file} />
    </div>
  );
}
