import type { AbnormalType, AlarmLevel } from '@kangmai/domain';
import { Random } from '@kangmai/demo/prng';

/** The staff's actions on a case, with their instants (epoch ms). */
export interface Handling {
  /** 3 handled, 4 false alarm. */
  readonly state: 3 | 4;
  readonly by: 'manager' | 'doctor' | 'nurse';
  readonly claimAt: number | null;
  readonly contactAt: number | null;
  /** Code of the contact's outcome. */
  readonly callOutcome: number | null;
  readonly closeAt: number;
  /** Code of the way of handling; null for a false alarm. */
  readonly handling: number | null;
  readonly outcome: string;
  readonly nextVisitAt: number | null;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const chinaOffset = 8 * hour;

const outcomes: Partial<Readonly<Record<AbnormalType, readonly (readonly [handling: number, outcome: string])[]>>> = {
  bpHigh: [
    [1, '电话联系本人，自述昨晚睡眠差，已嘱静坐后复测并按时服药'],
    [4, '建议静坐五分钟后复测，复测值回落'],
    [5, '漏服一次降压药，已指导当日补服并做好记录'],
    [7, '连续偏高，建议本周到社区卫生服务中心调整用药'],
    [3, '上门复测，与本人确认用药和饮食情况'],
  ],
  bpLow: [
    [1, '电话联系本人，起身时头晕，已嘱缓慢起身、多饮水'],
    [4, '建议复测，复测值正常'],
    [7, '建议门诊评估降压药剂量'],
  ],
  heartFast: [
    [1, '电话联系，刚上楼后测量，休息后自觉平稳'],
    [4, '安静休息后复测，心率回落'],
    [7, '反复心率偏快，建议做心电图检查'],
  ],
  heartSlow: [
    [1, '电话联系本人，无头晕乏力，继续观察'],
    [7, '建议门诊复查心电图并核对用药'],
  ],
  spo2Low: [
    [6, '联系家属，已协助坐起并吸氧，复测回升'],
    [4, '手冷导致读数偏低，保暖后复测正常'],
    [7, '建议呼吸科门诊复查'],
    [3, '上门查看，呼吸平稳，已调整佩戴方式'],
  ],
  sugarHigh: [
    [1, '电话联系，餐后加餐较多，已做饮食指导'],
    [5, '核对胰岛素剂量，嘱次日监测空腹血糖'],
    [7, '连续偏高，建议内分泌科复诊'],
  ],
  sugarLow: [
    [6, '联系家属，已进食糖水，十五分钟后复测正常'],
    [1, '本人自述未按时进餐，已进食并复测'],
    [5, '与医生沟通后下调餐前胰岛素剂量'],
  ],
  tempHigh: [
    [1, '电话联系，轻微感冒，已嘱多饮水并每四小时测温'],
    [7, '发热超过一天，建议就近就诊'],
    [3, '上门查看，咽部充血，已建议就医'],
  ],
  tempLow: [
    [4, '传感器未贴合，重新佩戴后复测正常'],
    [1, '电话联系本人，无不适'],
  ],
  check: [
    [4, '已联系复测，复测值正常'],
    [10, '佩戴松动导致读数异常，已指导重新佩戴'],
  ],
};

const falseReasons = [
  '佩戴松动，读数不准，已指导重新佩戴',
  '家人误用设备测量，非本人数据',
  '测量姿势不正确，复测正常',
] as const;

const anything = [
  [1, '电话随访，本人无不适，继续观察'],
  [4, '建议复测，复测值正常'],
] as const;

/** The next working time: half past eight to six, local. */
function inWorkingHours(at: number, random: Random): number {
  const local = at + chinaOffset;
  const intoDay = local % day;
  const opens = local - intoDay + 8.5 * hour - chinaOffset;
  if (intoDay < 8.5 * hour) return opens + random.between(0, 90) * minute;
  return intoDay > 18 * hour ? opens + day + random.between(0, 90) * minute : at;
}

interface Seen {
  readonly seed: number;
  readonly type: AbnormalType;
  readonly level: AlarmLevel;
  readonly at: number;
}

function wordsFor(random: Random, type: AbnormalType, isFalse: boolean): Pick<Handling, 'handling' | 'outcome'> {
  if (isFalse) return { handling: null, outcome: random.pick(falseReasons) };
  const [handling, outcome] = random.pick(outcomes[type] ?? anything);
  return { handling, outcome };
}

type Course = Pick<Handling, 'by' | 'claimAt' | 'contactAt' | 'callOutcome' | 'closeAt' | 'nextVisitAt'>;
const byPhone = 1;
const guardianTold = 6;

/** A light case waits for working hours; half of the lightest wait for days. */
function quietCourse(random: Random, { level, at }: Seen, handling: number | null): Course {
  const isLeft = random.chance(level === 1 ? 0.5 : 0.1);
  const wait = isLeft ? random.between(2, 5) * day : random.between(level === 1 ? 4 : 0.5, level === 1 ? 30 : 9) * hour;
  const closeAt = inWorkingHours(at + wait, random);
  const hasCall = handling === byPhone || handling === guardianTold;
  return {
    by: 'manager',
    claimAt: null,
    contactAt: hasCall ? closeAt - 4 * minute : null,
    callOutcome: hasCall ? (handling === guardianTold ? 2 : 1) : null,
    closeAt,
    nextVisitAt: random.chance(0.15) ? inWorkingHours(closeAt + random.int(3, 14) * day, random) : null,
  };
}

/** A warning is taken within half an hour, a critical case within minutes; both with a proven contact. */
function urgentCourse(random: Random, { level, at }: Seen): Course {
  const isCritical = level === 4;
  const claimAt = at + (isCritical ? random.between(0.6, 2.4) : random.between(4, 24)) * minute;
  const contactAt = claimAt + (isCritical ? random.between(0.8, 2.4) : random.between(2, 14)) * minute;
  return {
    by: random.chance(isCritical ? 0.6 : 0.35) ? 'doctor' : 'nurse',
    claimAt,
    contactAt,
    callOutcome: random.weighted([
      [1, 6],
      [2, 3],
      [3, isCritical ? 1.5 : 0.3],
    ]),
    closeAt: contactAt + (isCritical ? random.between(15, 70) : random.between(10, 150)) * minute,
    nextVisitAt: random.chance(0.4) ? inWorkingHours(at + random.int(1, 5) * day, random) : null,
  };
}

/**
 * How staff handle a case that opened or rose to a level at an instant. Light ones often wait for days, so that many
 * end automatically.
 */
export function handlingOf(seen: Seen): Handling {
  const random = new Random(seen.seed);
  const isFalse = random.chance(seen.level >= 3 ? 0.05 : 0.03);
  const words = wordsFor(random, seen.type, isFalse);
  return {
    state: isFalse ? 4 : 3,
    ...words,
    ...(seen.level <= 2 ? quietCourse(random, seen, words.handling) : urgentCourse(random, seen)),
  };
}
