import { formatMinute } from '../lib/dates.ts';
import { shortFigures } from '../lib/reading-words.ts';
import css from './readings.module.css';
import { T } from './reading-part-texts.ts';

import type { ReadingKind } from '@kangmai/model/measurements';
import type { ReadingCorrection } from '../resource-client/corrections.ts';

/** Former value of a corrected or void reading, with reason, user and time. */
export function CorrectionNote({
  kind,
  correction: { former, reason, userName, correctedAt },
}: {
  readonly kind: ReadingKind;
  readonly correction: ReadingCorrection;
}) {
  const time = formatMinute(correctedAt);
  const parts = [
    T('former', { figures: shortFigures(kind, former) }),
    ...(reason ? [reason] : []),
    userName === null ? T('bySource', { time }) : T('by', { who: userName, time }),
  ];
  return <span className={css['note']}>{parts.join(' · ')}</span>;
}
