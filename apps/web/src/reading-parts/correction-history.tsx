import { CorrectionNote } from './correction-note.tsx';
import { ReadingMark } from './reading-mark.tsx';
import { T } from './reading-part-texts.ts';
import css from './readings.module.css';
import { useCorrections } from './use-corrections.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import type { ScreenRow } from '../resource-client/row.ts';

export function CorrectionHistory({ kind, row }: { readonly kind: ReadingKind; readonly row: ScreenRow }) {
  const { client, measuredAt, supersedes } = row.values;
  const at = measuredAt instanceof Date ? measuredAt : null;
  const found = useCorrections(
    kind,
    at && typeof client === 'number' && supersedes !== null ? { clientId: client, from: at, to: at } : null,
  );
  if (found.length === 0) return null;
  return (
    <section className={css['history']} aria-label={T('history')}>
      <h2>{T('history')}</h2>
      {found.map((correction) => (
        <div key={correction.id}>
          <ReadingMark isVoid={correction.isVoid} /> <CorrectionNote kind={kind} correction={correction} />
        </div>
      ))}
    </section>
  );
}
