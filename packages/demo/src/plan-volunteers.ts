import { residentCheckCharacter } from '@kangmai/domain';

type State = 'waiting' | 'active' | 'paused' | 'left';

/** Hours of a day of the week, 1 for Monday. */
export interface FreeHours {
  readonly weekday: number;
  readonly start: string;
  readonly end: string;
}

/** A volunteer of the demo; skills are codes of the dictionary. */
export interface DemoVolunteer {
  readonly name: string;
  readonly sex: '1' | '2';
  readonly idNumber: string;
  readonly phone: string;
  readonly organization: string;
  readonly skills: readonly string[];
  readonly freeTime: readonly FreeHours[];
  readonly insurance: boolean;
  readonly state: State;
}

type Line = readonly [
  name: string,
  birthday: string,
  sex: '1' | '2',
  organization: string,
  skills: readonly string[],
  free: readonly (readonly [weekday: number, start: string, end: string])[],
  state: State,
];

const college = '云南中医药大学青年志愿者协会';
const street = '翠湖社区志愿服务队';
const retired = '滇池颐养院银龄志愿队';

const lines: readonly Line[] = [
  ['沈雨桐', '20030514', '2', college, ['chat', 'digital'], [[6, '09:00', '11:30']], 'active'],
  ['和志强', '20021103', '1', college, ['medical', 'chat'], [[7, '14:00', '17:00']], 'active'],
  [
    '杨丽娟',
    '19680922',
    '2',
    street,
    ['clean', 'shop'],
    [
      [2, '09:00', '11:00'],
      [4, '09:00', '11:00'],
    ],
    'active',
  ],
  ['赵德福', '19590317', '1', retired, ['repair'], [[3, '14:00', '16:30']], 'active'],
  ['张桂芳', '19610808', '2', retired, ['show', 'chat'], [[5, '15:00', '17:00']], 'active'],
  [
    '罗建平',
    '19750226',
    '1',
    street,
    ['drive', 'shop'],
    [
      [1, '08:30', '11:30'],
      [5, '08:30', '11:30'],
    ],
    'active',
  ],
  ['普艳红', '19801219', '2', '五华区美业协会', ['haircut'], [[3, '09:00', '12:00']], 'active'],
  ['段文斌', '19850630', '1', '云南滇池律师事务所', ['legal'], [[4, '14:00', '16:00']], 'active'],
  ['李欣怡', '20050118', '2', college, ['digital', 'show'], [[6, '14:00', '17:00']], 'waiting'],
  ['马晓东', '19940405', '1', street, ['drive'], [[7, '09:00', '12:00']], 'waiting'],
  ['高秀兰', '19570729', '2', retired, ['chat'], [[2, '15:00', '16:30']], 'paused'],
  ['陈国华', '19660210', '1', street, ['repair', 'clean'], [], 'left'],
];

/** A resident number whose check character and sex are right. */
function idNumberOf(birthday: string, sex: '1' | '2', nth: number): string {
  const head = `530102${birthday}${String(52 + nth * 3)}${sex === '1' ? '3' : '6'}`;
  return `${head}${residentCheckCharacter(head) ?? ''}`;
}

export const demoVolunteers: readonly DemoVolunteer[] = lines.map(
  ([name, birthday, sex, organization, skills, free, state], nth) => ({
    name,
    sex,
    idNumber: idNumberOf(birthday, sex, nth),
    phone: `1398713${String(4105 + nth * 211)}`,
    organization,
    skills,
    freeTime: free.map(([weekday, start, end]) => ({ weekday, start, end })),
    insurance: state === 'active',
    state,
  }),
);
