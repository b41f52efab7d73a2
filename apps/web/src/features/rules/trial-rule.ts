import { ruleDirections, ruleSexes } from '@kangmai/model/alerts';
import { judgedKinds } from '@kangmai/model/measurements';
import { alarmLevels } from '@kangmai/model/shared';

import { readCondition } from './condition-problems.ts';
import { textOr, wayOf } from './draft.ts';

import type { AbnormalRule } from '@kangmai/domain';
import type { Values } from '../../resource-client/body.ts';

interface Codes {
  readonly wireOf: (name: never) => string | number;
}

const code = (choices: Codes, name: unknown, usual: string): number => Number(choices.wireOf((name ?? usual) as never));

const numberOr = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual);

const unnamed = 'TRIAL';
const ofPerson = 'person';

/** The rule for a trial; a personal rule without a person is tried on everybody. */
export function trialRule(values: Values): AbnormalRule {
  const { client, scopeType } = values;
  const isPersonal = scopeType === ofPerson && typeof client === 'number';
  return {
    code: textOr(values['code'], unnamed),
    name: textOr(values['name']),
    kind: String(values['kind']) as AbnormalRule['kind'],
    metric: textOr(values['metric']),
    direction: code(ruleDirections, values['direction'], 'high') as AbnormalRule['direction'],
    scopeType: isPersonal ? 3 : 1,
    ageGroup: textOr(values['ageGroup'], 'all') as AbnormalRule['ageGroup'],
    sex: code(ruleSexes, values['sex'], 'any') as AbnormalRule['sex'],
    tagCode: (values['tag'] ?? null) as AbnormalRule['tagCode'],
    personId: isPersonal ? client : null,
    condition: readCondition(values['condition']) as AbnormalRule['condition'],
    level: code(alarmLevels, values['level'], 'notice') as AbnormalRule['level'],
    confirmCount: numberOr(values['confirmCount'], 1),
    confirmMinutes: numberOr(values['confirmMinutes'], 60),
    clearMargin: numberOr(values['clearMargin'], 0),
    clearCount: numberOr(values['clearCount'], 2),
    repeatMinutes: numberOr(values['repeatMinutes'], 240),
    sourceText: '',
    sourceSection: '',
    mark: 'pending',
    version: 1,
    endOn: null,
    valid: true,
  };
}

const triedKinds = new Set<string>(judgedKinds);

/** Courses, and silence of devices, of which history is kept. */
export function isBenchable(values: Values): boolean {
  const condition = readCondition(values['condition']);
  const event = condition?.event?.event;
  const isSilence = event === 'offline' || event === 'notWorn';
  return isTriable(values) || (condition !== null && (wayOf(condition) === 'course' || isSilence));
}

export function isTriable(values: Values): boolean {
  const condition = readCondition(values['condition']);
  return (
    condition !== null &&
    triedKinds.has(String(values['kind'])) &&
    wayOf(condition) === 'reading' &&
    !condition.reportOnly
  );
}
