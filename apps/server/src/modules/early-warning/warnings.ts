import {
  newsAt,
  newsScore,
  newsUnfit,
  wholeYears,
  type NewsReading,
  type NewsScore,
  type NewsUnfit,
  type Spo2Scale,
} from '@kangmai/domain';
import type { CallCtx } from '../../engine/public.ts';
import { newestReadings } from './newest-readings.ts';

export interface Scored {
  readonly id: number;
  readonly birthday: string;
  readonly tags: readonly string[];
  readonly scale: Spo2Scale;
}

export interface Warning {
  readonly person: Scored;
  readonly unfit: NewsUnfit | undefined;
  readonly score: NewsScore | undefined;
  readonly used: readonly NewsReading[];
  /** When the first reading stops to count, epoch ms; null without readings. */
  readonly until: number | null;
}

export async function warningsOf(ctx: CallCtx, persons: readonly Scored[]): Promise<readonly Warning[]> {
  const readings = await newestReadings(
    ctx,
    persons.map(({ id }) => id),
  );
  const now = ctx.now().getTime();
  return persons.map((person): Warning => {
    const unfit = newsUnfit(wholeYears(person.birthday, ctx.today()), person.tags);
    const { seen, used, until } = newsAt(readings.get(person.id) ?? [], now);
    return unfit
      ? { person, unfit, score: undefined, used: [], until: null }
      : { person, unfit, score: newsScore(seen, person.scale), used, until };
  });
}
