import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { permissionsOfCall, type AnyResource } from '@kangmai/resource';

import { queryClient } from '../../lib/api/query-client.ts';
import { keyedValues } from '../../resource-client/corrections.ts';
import { formatMinute } from '../../lib/dates.ts';
import { useCan } from '../../lib/permissions.ts';
import { shortFigures } from '../../lib/reading-words.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { CorrectionNote } from '../../reading-parts/correction-note.tsx';
import { ReadingActions } from '../../reading-parts/reading-actions.tsx';
import { ReadingMark, TwinMark } from '../../reading-parts/reading-mark.tsx';
import { correctionsKey } from '../../reading-parts/refresh-readings.ts';
import { useCorrections } from '../../reading-parts/use-corrections.ts';
import { isCorrectable } from '../../reading-parts/use-reading-rights.ts';
import { useList } from '../../resource-screens/use-list.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';

import type { CaseRow } from './case-moves.ts';

const most = 10;

interface CaseReadingsProps {
  readonly row: CaseRow;
  readonly kind: ReadingKind;
  readonly clientId: number;
}

function Readings({
  row: {
    id,
    values: { startedAt, latestAt },
  },
  kind,
  clientId,
}: CaseReadingsProps) {
  const resource: AnyResource = readingOfKind[kind];
  const span = { from: startedAt, to: latestAt };
  const { rows, refresh } = useList(resource, {
    keep: 'memory',
    fixed: { client: String(clientId), measuredAt: { from: startedAt.toISOString(), to: latestAt.toISOString() } },
    usual: { size: most },
  });
  const corrections = useCorrections(kind, { clientId, ...span });
  // Another user may have corrected a reading or declared one void.
  useRealtime('abnormalchange', (changed) => {
    if (changed.id !== id) return;
    refresh();
    void queryClient.invalidateQueries({ queryKey: [correctionsKey] });
  });
  const voids = corrections.filter(({ isVoid }) => isVoid);
  if (rows.length + voids.length === 0) return null;
  return (
    <section aria-label={T('readings')}>
      <h2>{T('readings')}</h2>
      <ul className={css['readings']}>
        {rows.map((reading) => {
          const correction = corrections.find(({ id, isVoid }) => id === reading.id && !isVoid);
          return (
            <li key={reading.id}>
              <span className={css['time']}>{formatMinute(reading.values['measuredAt'] as Date)}</span>
              <strong>{shortFigures(kind, keyedValues(resource, reading))}</strong>
              <FieldCell resource={resource} name="level" row={reading} />
              <FieldCell resource={resource} name="origin" row={reading} />
              {reading.values['isTwin'] === true && <TwinMark isFull />}
              {correction && (
                <span>
                  <ReadingMark isVoid={false} /> <CorrectionNote kind={kind} correction={correction} />
                </span>
              )}
              <ReadingActions kind={kind} resource={resource} row={reading} />
            </li>
          );
        })}
        {voids.map((correction) => (
          <li key={`void-${correction.id}`}>
            <span className={css['time']}>{formatMinute(correction.at)}</span>
            <ReadingMark isVoid /> <CorrectionNote kind={kind} correction={correction} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CaseReadings({ row, kind }: { readonly row: CaseRow; readonly kind: ReadingKind | null }) {
  const canRead = useCan(kind === null ? undefined : permissionsOfCall(readingOfKind[kind], 'list'));
  const clientId = row.values.client;
  return (
    kind !== null &&
    clientId !== null &&
    canRead &&
    isCorrectable(kind) && <Readings row={row} kind={kind} clientId={clientId} />
  );
}
