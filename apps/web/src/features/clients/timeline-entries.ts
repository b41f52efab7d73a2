import { choicesOf } from '@kangmai/resource';
import { abnormalCase } from '@kangmai/model/alerts';
import { readingOfKind } from '@kangmai/model/measurements';
import { alarmLevels } from '@kangmai/model/shared';

import { formatClock, formatDate, formatMinute } from '../../lib/dates.ts';
import { culture } from '../../lib/i18n/i18n.ts';
import { L } from '../../lib/i18n/texts.ts';
import { unitWord } from '../../lib/i18n/unit-word.ts';
import { formatNumber } from '../../lib/units.ts';
import { choiceLabel, fieldLabel, resourceTitle } from '../../lib/labels.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ReadingCorrection } from '../../resource-client/corrections.ts';
import type { ScreenRow } from '../../resource-client/row.ts';
import type { Vitals, VitalKind } from './use-vitals.ts';

const latestWords = (time: string): string => L('alarm.latest', { time });

export type EntryKind = VitalKind | 'case';

export interface HealthEntry {
  readonly key: string;
  readonly kind: EntryKind;
  readonly at: number;
  readonly title: string;
  readonly body: string | null;
  readonly level: number;
  /** The reading of the entry; absent for entries of several readings and for void readings. */
  readonly reading?: { readonly kind: VitalKind; readonly id: number };
  readonly correction?: ReadingCorrection;
}

function quantities(kind: VitalKind, figures: readonly string[], values: Readonly<Record<string, number>>): string {
  const fields: AnyResource['fields'] = readingOfKind[kind].fields;
  const shown = figures.flatMap((name) => {
    const value = values[name];
    const field = fields[name];
    return value === undefined || !field ? [] : [`${fieldLabel(name, field)} ${formatNumber(value, 1)}`];
  });
  const unit = unitWord(fields[figures[0] ?? '']?.options.unit ?? '');
  return `${shown.join(culture() === 'en' ? ', ' : '，')} ${unit}`.trim();
}

/** Entries of a kind: valid readings with their corrections, and void readings. */
export function readingEntries({
  kind,
  figures,
  points,
  corrections,
}: Pick<Vitals, 'kind' | 'figures' | 'points' | 'corrections'>): readonly HealthEntry[] {
  const title = resourceTitle(readingOfKind[kind]);
  const known = new Map(corrections.filter(({ isVoid }) => !isVoid).map((each) => [each.id, each]));
  const standing = points.map(({ at, id, values, level }, index): HealthEntry => {
    const correction = id === null ? undefined : known.get(id);
    return {
      key: `${kind}-${at}-${index}`,
      kind,
      at,
      level,
      title,
      body: quantities(kind, figures, values),
      ...(id !== null && { reading: { kind, id } }),
      ...(correction && { correction }),
    };
  });
  const gone = corrections
    .filter(({ isVoid }) => isVoid)
    .map((correction): HealthEntry => ({
      key: `${kind}-void-${correction.id}`,
      kind,
      at: correction.at,
      level: 0,
      title,
      body: null,
      correction,
    }));
  return [...standing, ...gone];
}

/** A case, placed at the time its value was measured; the case may have continued with milder readings. */
export function caseEntry(row: ScreenRow<typeof abnormalCase>, valueAt: string | undefined): HealthEntry {
  const { type, finding, latestAt, level, state } = row.values;
  const entryOf = (field: 'type' | 'state', name: string): string =>
    choiceLabel(choicesOf(abnormalCase.fields[field]).entries[name] ?? { label: name });
  const at = valueAt === undefined ? latestAt.getTime() : Date.parse(valueAt);
  const later = latestAt.getTime() > at ? [latestWords(formatMinute(latestAt))] : [];
  return {
    key: `case-${row.id}`,
    kind: 'case',
    at,
    level: Number(alarmLevels.wireOf(level)),
    title: finding,
    body: [`${entryOf('type', type)} ${entryOf('state', state)}`, ...later].join(' · '),
  };
}

/** The newest `most` entries grouped by day. */
export function byDay(
  entries: readonly HealthEntry[],
  most: number,
): readonly { readonly day: string; readonly entries: readonly (HealthEntry & { readonly time: string })[] }[] {
  const days = new Map<string, (HealthEntry & { time: string })[]>();
  for (const entry of entries.toSorted((a, b) => b.at - a.at).slice(0, most)) {
    const day = formatDate(entry.at);
    days.set(day, [...(days.get(day) ?? []), { ...entry, time: formatClock(entry.at) }]);
  }
  return [...days].map(([day, list]) => ({ day, entries: list }));
}
