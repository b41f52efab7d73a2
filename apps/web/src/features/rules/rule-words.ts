import { rhythmFlag } from '@kangmai/domain';
import { mealRelations } from '@kangmai/model/measurements';
import { alarmLevels, ruleTags } from '@kangmai/model/shared';

import { listed } from '../../lib/i18n/listed.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { formatNumber, formatQuantity } from '../../lib/units.ts';
import { figureName, figureOf } from '../../lib/reading-words.ts';
import { T } from './rule-texts.ts';

import type { Condition, EventCondition, HistoryCondition, LimitValue, Term } from '@kangmai/domain';

export const signs: Readonly<Record<Term['op'], string>> = { '>=': '≥', '>': '＞', '<=': '≤', '<': '＜' };
const decimals = 2;

const quantity = (kind: string, metric: string, value: number): string =>
  formatQuantity(value, figureOf(kind, metric)?.unit ?? '', decimals);

export const ruleFigure = (kind: string, metric: string): string =>
  metric === rhythmFlag ? T('irregular') : figureName(kind, metric) || formatNumber(null);

export const levelName = (level: number | null): string => {
  const entry = Object.values(alarmLevels.entries).find(({ wire }) => wire === level);
  return entry ? choiceLabel(entry) : formatNumber(null);
};

export const periodName = (period: number): string => {
  const entry = Object.values(mealRelations.entries).find(({ wire }) => wire === period);
  return entry ? choiceLabel(entry) : String(period);
};

const slopeText = (perYear: number): string => `${perYear < 0 ? '−' : '+'} ${Math.abs(perYear)}`;

function limitText(kind: string, metric: string, value: LimitValue): string {
  if (typeof value !== 'object' || value === null) return quantity(kind, metric, value);
  if ('steps' in value)
    return listed(
      value.steps.map(({ toAge, value: limit }) =>
        T('step', { age: toAge ?? formatNumber(null), value: quantity(kind, metric, limit) }),
      ),
    );
  const { base, perYear, perYearFemale } = value;
  const slope = slopeText(perYear);
  return perYearFemale === undefined
    ? T('line', { base, slope })
    : T('lineBoth', { base, slope, slopeFemale: slopeText(perYearFemale) });
}

function limits({ minAge, maxAge, sex }: Pick<Term, 'minAge' | 'maxAge' | 'sex'>): readonly string[] {
  return [
    ...(minAge === undefined ? [] : [T('from', { n: minAge })]),
    ...(maxAge === undefined ? [] : [T('years', { n: maxAge })]),
    ...(sex === undefined ? [] : [T(sex === 1 ? 'male' : 'female')]),
  ];
}

const inBrackets = (words: readonly string[]): string => (words.length === 0 ? '' : `（${words.join('，')}）`);

function termText(kind: string, term: Term): string {
  const main = `${ruleFigure(kind, term.metric)} ${signs[term.op]} ${limitText(kind, term.metric, term.value)}`;
  const more = (term.and ?? []).map(
    ({ metric, op, value }) => `${ruleFigure(kind, metric)} ${signs[op]} ${quantity(kind, metric, value)}`,
  );
  const words = [
    ...limits(term),
    ...(term.states ?? []).map((state) => T(state)),
    ...(term.periods ?? []).map(periodName),
    ...(term.symptom ? [T('symptom')] : []),
  ];
  return `${[main, ...more].join(T('and'))}${inBrackets(words)}`;
}

function historyText(kind: string, history: HistoryCondition): string {
  const metric = ruleFigure(kind, history.metric);
  switch (history.kind) {
    case 'share':
      return T('share', { of: history.of, met: history.met, metric });
    case 'change': {
      const amount = Math.abs(history.amount);
      return T(history.amount < 0 ? 'fall' : 'rise', {
        metric,
        days: history.days,
        amount: history.unit === 'percent' ? `${amount}%` : quantity(kind, history.metric, amount),
      });
    }
    case 'days':
      return T('days', {
        of: history.of,
        met: history.met,
        metric,
        op: signs[history.op],
        value: quantity(kind, history.metric, history.value),
      });
    case 'nightMean':
      return T('nightMean', {
        of: history.of,
        metric,
        op: signs[history.op],
        value: quantity(kind, history.metric, history.value),
      });
    case 'belowMedian':
      return T('belowMedian', { metric, met: history.met, days: history.medianDays, percent: history.percent });
  }
}

const extent = ({ minutes, below }: { readonly minutes?: number; readonly below?: number }): string =>
  [
    ...(minutes === undefined ? [] : [T('forMinutes', { span: formatQuantity(minutes, '分钟') })]),
    ...(below === undefined ? [] : [T('belowPercent', { n: below })]),
  ].join('');

function eventText({ event, raise, wakingTime, sosWearer, ...own }: EventCondition): string {
  const words = [
    ...(raise
      ? [T('raised', { what: `${raise.gateway ? T('gateway') : ''}${extent(raise)}`, level: levelName(raise.level) })]
      : []),
    ...(wakingTime ? [T('waking')] : []),
    ...(sosWearer ? [T('sosWearer')] : []),
  ];
  return `${T(event)}${extent(own)}${inBrackets(words)}`;
}

function addedTexts(kind: string, addText: NonNullable<Condition['addText']>): readonly string[] {
  return addText.map(({ metric, from, text }) =>
    T('added', { value: `${ruleFigure(kind, metric)} ${quantity(kind, metric, from)}`, text }),
  );
}

function circumstances(
  kind: string,
  {
    place,
    oxygen,
    withTags = [],
    withoutTags = [],
    distinctDays,
    reportOnly,
    replacesGeneral,
    addText = [],
    ...ages
  }: Condition,
): readonly string[] {
  const named = (tags: NonNullable<Condition['withTags']>): string =>
    listed(tags.map((tag) => choiceLabel(ruleTags.entries[tag])));
  const [also, without] = [named(withTags), named(withoutTags)];
  return [
    ...limits(ages),
    ...(place === undefined ? [] : [T(place === 1 ? 'place1' : 'place2')]),
    ...(oxygen === undefined ? [] : [T(oxygen === 1 ? 'oxygen1' : 'oxygen0')]),
    ...(also === '' ? [] : [T('also', { tags: also })]),
    ...(without === '' ? [] : [T('without', { tags: without })]),
    ...flagTexts({ distinctDays, reportOnly, replacesGeneral }),
    ...addedTexts(kind, addText),
  ];
}

const flags = ['distinctDays', 'reportOnly', 'replacesGeneral'] as const;
const flagTexts = (said: { readonly [K in (typeof flags)[number]]: true | undefined }): readonly string[] =>
  flags.filter((flag) => said[flag]).map((flag) => T(flag));

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && 'terms' in value && Array.isArray(value.terms);

/** The condition as a sentence; null when it cannot be read. */
export function conditionText(kind: string, value: unknown): string | null {
  if (!isCondition(value)) return null;
  const { terms, history, event } = value;
  const main = [
    ...(terms.length > 0 ? [terms.map((term) => termText(kind, term)).join(T('or'))] : []),
    ...(history ? [historyText(kind, history)] : []),
    ...(event ? [eventText(event)] : []),
  ];
  return [...main, ...circumstances(kind, value)].join(T('list'));
}
