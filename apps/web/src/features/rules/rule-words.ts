import { ruleTags } from '@kangmai/model';

import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { formatQuantity } from '../../lib/units.ts';
import { figureName, figureOf } from '../../lib/reading-words.ts';
import { T } from './rule-texts.ts';

import type { Condition, EventCondition, HistoryCondition, LimitValue, Term } from '@kangmai/domain';

const signs: Readonly<Record<Term['op'], string>> = { '>=': '≥', '>': '＞', '<=': '≤', '<': '＜' };
const decimals = 2;

const quantity = (kind: string, metric: string, value: number): string => formatQuantity(value, figureOf(kind, metric)?.unit ?? '', decimals);

const slopeText = (perYear: number): string => `${perYear < 0 ? '−' : '+'} ${Math.abs(perYear)}`;

function limitText(kind: string, metric: string, value: LimitValue): string {
  if (typeof value === 'number') return quantity(kind, metric, value);
  if ('steps' in value) return listed(value.steps.map(({ toAge, value: limit }) => T('step', { age: toAge, value: limit })));
  const { base, perYear, perYearFemale } = value;
  const slope = slopeText(perYear);
  return perYearFemale === undefined ? T('line', { base, slope }) : T('lineBoth', { base, slope, slopeFemale: slopeText(perYearFemale) });
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
  const main = `${figureName(kind, term.metric)} ${signs[term.op]} ${limitText(kind, term.metric, term.value)}`;
  const more = (term.and ?? []).map(({ metric, op, value }) => `${figureName(kind, metric)} ${signs[op]} ${quantity(kind, metric, value)}`);
  const words = [...limits(term), ...(term.states ?? []).map((state) => T(state)), ...(term.symptom ? [T('symptom')] : [])];
  return `${[main, ...more].join(T('and'))}${inBrackets(words)}`;
}

function historyText(kind: string, history: HistoryCondition): string {
  const metric = figureName(kind, history.metric);
  switch (history.kind) {
    case 'share': return T('share', { of: history.of, met: history.met, metric });
    case 'change': return T('change', { metric, days: history.days, amount: history.unit === 'percent' ? `${history.amount}%` : quantity(kind, history.metric, history.amount) });
    case 'days': return T('days', { of: history.of, met: history.met, metric, op: signs[history.op], value: quantity(kind, history.metric, history.value) });
    case 'belowMedian': return T('belowMedian', { metric, met: history.met, days: history.medianDays, percent: history.percent });
  }
}

const extent = ({ minutes, below }: { readonly minutes?: number; readonly below?: number }): string =>
  [...(minutes === undefined ? [] : [T('forMinutes', { n: minutes })]), ...(below === undefined ? [] : [T('belowPercent', { n: below })])].join('');

function eventText({ event, raise, ...own }: EventCondition): string {
  const main = `${T(event)}${extent(own)}`;
  return raise ? `${main}${inBrackets([T('raised', { what: extent(raise), level: L(`alarm.level${raise.level as 1 | 2 | 3 | 4}`) })])}` : main;
}

function circumstances({ place, oxygen, withoutTags = [], distinctDays, reportOnly, ...ages }: Condition): readonly string[] {
  const tags = listed(withoutTags.map((tag) => choiceLabel(ruleTags.entries[tag])));
  return [
    ...limits(ages),
    ...(place === undefined ? [] : [T(place === 1 ? 'place1' : 'place2')]),
    ...(oxygen === undefined ? [] : [T(oxygen === 1 ? 'oxygen1' : 'oxygen0')]),
    ...(tags === '' ? [] : [T('without', { tags })]),
    ...(distinctDays ? [T('distinctDays')] : []),
    ...(reportOnly ? [T('reportOnly')] : []),
  ];
}

const isCondition = (value: unknown): value is Condition => typeof value === 'object' && value !== null && 'terms' in value && Array.isArray(value.terms);

/** The condition of a rule as a sentence; null for one that cannot be read. */
export function conditionText(kind: string, value: unknown): string | null {
  if (!isCondition(value)) return null;
  const { terms, history, event } = value;
  const main = [...(terms.length > 0 ? [terms.map((term) => termText(kind, term)).join(T('or'))] : []), ...(history ? [historyText(kind, history)] : []), ...(event ? [eventText(event)] : [])];
  return [...main, ...circumstances(value)].join(T('list'));
}

/** The source of a rule, without the mark of a value that the medical lead has yet to confirm. */
export function sourceParts(text: string | null): { readonly source: string; readonly isPending: boolean } {
  const isPending = /(?:^|\s)v$/.test(text ?? '');
  return { source: (text ?? '').replace(/\s*v$/, ''), isPending };
}
