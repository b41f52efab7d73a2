import { type FactKey, factKinds, type FactKind, type Facts, type FactValue, freshFact } from './facts.ts';

export const factSigns = ['>=', '>', '<=', '<', '=', '!=', 'in', 'notIn', 'known', 'missing'] as const;
export type FactSign = (typeof factSigns)[number];

/** One condition over a fact. */
export interface FactTerm {
  readonly fact: FactKey;
  readonly sign: FactSign;
  readonly value?: number | boolean | readonly string[];
}

/** A tree of conditions: all or any of its parts hold. */
export type FactRule = FactTerm | { readonly all: readonly FactRule[] } | { readonly any: readonly FactRule[] };

const numberSigns: readonly FactSign[] = ['>=', '>', '<=', '<', '=', '!='];
const always: readonly FactSign[] = ['known', 'missing'];
const signsByType: Readonly<Record<FactKind['type'], readonly FactSign[]>> = {
  number: [...numberSigns, ...always],
  code: ['in', 'notIn', ...always],
  codes: ['in', 'notIn', ...always],
  yesNo: ['=', ...always],
};

/** The signs with which a fact can be compared. */
export const signsOf = (key: FactKey): readonly FactSign[] => signsByType[factKinds[key].type];

/** Whether a condition compares with a value. */
export const takesValue = (sign: FactSign): boolean => !always.includes(sign);

function compare(value: number, sign: FactSign, limit: number): boolean {
  if (sign === '>=') return value >= limit;
  if (sign === '>') return value > limit;
  if (sign === '<=') return value <= limit;
  if (sign === '<') return value < limit;
  return (value === limit) === (sign === '=');
}

function holds(known: FactValue, { sign, value }: FactTerm): boolean {
  if (Array.isArray(value)) {
    const own = Array.isArray(known) ? known : [known];
    return (value as readonly unknown[]).some((one) => own.includes(one as string)) === (sign === 'in');
  }
  if (typeof value === 'boolean') return known === value;
  return compare(Number(known), sign, Number(value));
}

/** Whether a rule holds for a person; undefined where a missing fact leaves it open. */
export function meetsRule(rule: FactRule, facts: Facts, now: number): boolean | undefined {
  if ('fact' in rule) {
    const known = freshFact(facts, rule.fact, now);
    if (rule.sign === 'known') return known !== undefined;
    if (rule.sign === 'missing') return known === undefined;
    return known === undefined ? undefined : holds(known, rule);
  }
  const isAll = 'all' in rule;
  const parts = (isAll ? rule.all : rule.any).map((part) => meetsRule(part, facts, now));
  if (parts.includes(!isAll)) return !isAll;
  return parts.includes(undefined) ? undefined : isAll;
}

export type FactRuleFault = 'form' | 'empty' | 'deep' | 'long' | 'fact' | 'sign' | 'value';

/** What is wrong with a rule from outside, at its place such as `all.1.any.0`. */
export interface FactRuleProblem {
  readonly at: string;
  readonly fault: FactRuleFault;
}

const mostParts = 20;
const deepest = 3;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isValueOf(type: FactKind['type'], value: unknown): boolean {
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'yesNo') return typeof value === 'boolean';
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= mostParts &&
    value.every((one) => typeof one === 'string' && one.length <= 64)
  );
}

function termFault({ fact, sign, value }: Readonly<Record<string, unknown>>): FactRuleFault | undefined {
  if (typeof fact !== 'string' || !Object.hasOwn(factKinds, fact)) return 'fact';
  const key = fact as FactKey;
  if (!signsOf(key).includes(sign as FactSign)) return 'sign';
  if (!takesValue(sign as FactSign)) return value === undefined || value === null ? undefined : 'value';
  return isValueOf(factKinds[key].type, value) ? undefined : 'value';
}

function partsOf(rule: Readonly<Record<string, unknown>>): readonly [name: 'all' | 'any', parts: unknown] | undefined {
  const named = (['all', 'any'] as const).filter((name) => name in rule);
  return named.length === 1 && named[0] && Object.keys(rule).length === 1 ? [named[0], rule[named[0]]] : undefined;
}

function groupFault(parts: unknown, depth: number): FactRuleFault | undefined {
  if (!Array.isArray(parts)) return 'form';
  if (depth >= deepest) return 'deep';
  if (parts.length === 0) return 'empty';
  return parts.length > mostParts ? 'long' : undefined;
}

/** All problems of a rule from outside; empty when it can be asked. */
export function checkFactRule(rule: unknown, at = '', depth = 0): readonly FactRuleProblem[] {
  if (!isObject(rule)) return [{ at, fault: 'form' }];
  const [name, parts] = partsOf(rule) ?? [];
  const fault = 'fact' in rule ? termFault(rule) : groupFault(parts, depth);
  if (fault) return [{ at, fault }];
  if (!name) return [];
  return (parts as readonly unknown[]).flatMap((part, index) =>
    checkFactRule(part, `${at && `${at}.`}${name}.${index}`, depth + 1),
  );
}

const signWords: Readonly<Record<FactSign, readonly [zh: string, en: string]>> = {
  '>=': ['≥', '≥'],
  '>': ['>', '>'],
  '<=': ['≤', '≤'],
  '<': ['<', '<'],
  '=': ['=', '='],
  '!=': ['≠', '≠'],
  in: ['为', 'is'],
  notIn: ['不为', 'is not'],
  known: ['有记录', 'is known'],
  missing: ['无记录', 'is not known'],
};

interface Telling {
  readonly isEnglish: boolean;
  /** The name of a code of a dictionary. */
  readonly nameOf: (dictionary: string, code: string) => string;
}

function valueText({ fact, value }: FactTerm, { isEnglish, nameOf }: Telling): string {
  const { dictionary = '', unit = '' }: FactKind = factKinds[fact];
  if (value === true) return isEnglish ? 'yes' : '是';
  if (value === false) return isEnglish ? 'no' : '否';
  if (typeof value === 'number') return `${value}${unit}`;
  return (value ?? []).map((code) => nameOf(dictionary, code)).join(isEnglish ? ' or ' : '或');
}

function termText(term: FactTerm, telling: Telling): string {
  const { isEnglish } = telling;
  const { label, en, type } = factKinds[term.fact];
  const word = signWords[term.sign][isEnglish ? 1 : 0];
  const isApart = isEnglish || type === 'number';
  const parts = [isEnglish ? en : label, word, ...(takesValue(term.sign) ? [valueText(term, telling)] : [])];
  return parts.join(isApart ? ' ' : '');
}

/** A rule in words: `年龄 ≥ 65岁，且（…或…）`. */
export function factRuleText(rule: FactRule, telling: Telling, isInner = false): string {
  if ('fact' in rule) return termText(rule, telling);
  const isAll = 'all' in rule;
  const parts = (isAll ? rule.all : rule.any).map((part) => factRuleText(part, telling, true));
  const [joints, brackets] = telling.isEnglish ? [[' and ', ' or '], '()'] : [['，且', '，或'], '（）'];
  const text = parts.join(joints[isAll ? 0 : 1]);
  return !isInner || parts.length < 2 ? text : `${brackets[0]}${text}${brackets[1]}`;
}
