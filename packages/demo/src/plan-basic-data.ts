import { addDays, residentCheckCharacter } from '@kangmai/domain';
import type { DemoUser } from './plan-types.ts';

type PositionCode = 'GL01' | 'YS01' | 'HS01' | 'JG01' | 'HQ01' | 'XS01';

export interface DemoPosition {
  readonly code: PositionCode;
  readonly name: string;
  readonly category: string;
  readonly neededPapers: readonly string[];
  readonly headcount: number;
}

export const demoPositions: readonly DemoPosition[] = [
  { code: 'GL01', name: '院区负责人', category: 'manage', neededPapers: [], headcount: 8 },
  { code: 'YS01', name: '全科医生', category: 'medical', neededPapers: ['doctor'], headcount: 12 },
  { code: 'HS01', name: '护士', category: 'nursing', neededPapers: ['nurse'], headcount: 20 },
  { code: 'JG01', name: '健康管理师', category: 'medical', neededPapers: ['health'], headcount: 14 },
  { code: 'HQ01', name: '后勤专员', category: 'logistics', neededPapers: [], headcount: 4 },
  { code: 'XS01', name: '市场专员', category: 'sale', neededPapers: [], headcount: 3 },
];

const positionOfRole: Readonly<Record<string, PositionCode>> = {
  Doctor: 'YS01',
  MedicalDirector: 'YS01',
  Nurse: 'HS01',
  HeadNurse: 'HS01',
  HealthManager: 'JG01',
  WarehouseKeeper: 'HQ01',
  Sales: 'XS01',
};

const paperOf: Readonly<Partial<Record<PositionCode, readonly [kind: string, issuer: string, prefix: string]>>> = {
  YS01: ['doctor', '省卫生健康委员会', '2110530'],
  HS01: ['nurse', '省卫生健康委员会', '2010530'],
};

export interface DemoPaper {
  readonly kind: string;
  readonly number: string;
  readonly issuer: string;
  readonly issuedOn: string;
  readonly validUntil: string;
}

export interface DemoMember {
  readonly user: DemoUser;
  readonly jobNo: string;
  readonly position: PositionCode;
  readonly sex: 1 | 2;
  readonly birthday: string;
  readonly idNumber: string;
  readonly phone: string;
  readonly enteredOn: string;
  readonly paper: DemoPaper | undefined;
}

const mostPapers = 34;
/** Places among the papers, and the days until these end. */
const endingSoon: ReadonlyMap<number, number> = new Map([
  [3, 12],
  [11, 25],
]);

function paperAt(at: number, position: PositionCode, today: string): DemoPaper | undefined {
  if (at >= mostPapers) return undefined;
  const [kind, issuer, prefix] = paperOf[position] ?? ['health', '市疾病预防控制中心', 'JK'];
  return {
    kind,
    issuer,
    number: `${prefix}${String(100_200 + at * 37)}`,
    issuedOn: addDays(today, -300 - at * 11),
    validUntil: addDays(today, endingSoon.get(at) ?? 95 + at * 29),
  };
}

/** The files of the staff, with one paper each for the first ones; two of them end within 30 days. */
export const staffFilesOf = (users: readonly DemoUser[], today: string): readonly DemoMember[] =>
  users.map((user, at) => {
    const position = positionOfRole[user.role] ?? 'GL01';
    const sex = position === 'HS01' || at % 3 === 0 ? 2 : 1;
    const birthday = `${1972 + ((at * 7) % 25)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + ((at * 5) % 28)).padStart(2, '0')}`;
    const first17 = `530102${birthday.replaceAll('-', '')}${String(2 * (at + 100) + (sex === 1 ? 1 : 0)).padStart(3, '0')}`;
    return {
      user,
      position,
      sex,
      birthday,
      jobNo: `KM${String(at + 1).padStart(4, '0')}`,
      idNumber: `${first17}${residentCheckCharacter(first17) ?? ''}`,
      phone: `1540000${String(3000 + at)}`,
      enteredOn: addDays(today, -400 - at * 61),
      paper: paperAt(at, position, today),
    };
  });

export interface DemoProvider {
  readonly name: string;
  readonly creditCode: string;
  readonly category: string;
  readonly linkman: string;
  readonly phone: string;
  readonly address: string;
  readonly state: 'trial' | 'active' | 'paused' | 'ended';
  /** Days from today until its licence ends. */
  readonly licenceDays: number;
}

const provider = (
  at: number,
  [name, category, linkman, address]: readonly [string, string, string, string],
  more: Pick<DemoProvider, 'state' | 'licenceDays'>,
): DemoProvider => ({
  name,
  category,
  linkman,
  address,
  creditCode: `91530100MA6N${String(20_000 + at)}A`.padEnd(18, '1').slice(0, 18),
  phone: `1540000${String(4000 + at)}`,
  ...more,
});

/** Companies with invented names. */
export const demoProviders: readonly DemoProvider[] = [
  provider(1, ['和悦居家服务中心', 'care', '段和悦', '春融街18号'], { state: 'active', licenceDays: 420 }),
  provider(2, ['食安助餐配送站', 'meal', '普新禾', '广福路66号'], { state: 'active', licenceDays: 48 }),
  provider(3, ['康途医疗器械经营部', 'equipment', '施明远', '兴苑路9号'], { state: 'active', licenceDays: 700 }),
  provider(4, ['匠心水电维修队', 'repair', '查国栋', '金汁路27号'], { state: 'trial', licenceDays: 260 }),
  provider(5, ['绿苑物业服务部', 'property', '保志华', '滇池路120号'], { state: 'paused', licenceDays: -6 }),
  provider(6, ['云岭网络通信服务部', 'other', '角立新', '白云路301号'], { state: 'ended', licenceDays: 90 }),
];

export interface DemoContract {
  readonly name: string;
  readonly kind: string;
  /** Place among the providers. */
  readonly provider: number;
  readonly state: 'draft' | 'approving' | 'effective' | 'expired' | 'terminated';
  /** Days from today. */
  readonly days: readonly [start: number, end: number];
  /** Amounts in yuan, each with the day from today on which it is due, and whether it was paid. */
  readonly payments: readonly (readonly [due: number, amount: number, isPaid: boolean])[];
  /** Place of the contract that it renews. */
  readonly renews?: number;
}

/** Contracts in every state; one ends soon, one has an overdue payment, one renews another. */
export const demoContracts: readonly DemoContract[] = [
  {
    name: '居家照护服务合同',
    kind: 'provider',
    provider: 0,
    state: 'effective',
    days: [-200, 165],
    payments: [
      [-190, 60_000, true],
      [-10, 60_000, true],
      [150, 60_000, false],
    ],
  },
  {
    name: '社区助餐服务合同',
    kind: 'provider',
    provider: 1,
    state: 'effective',
    days: [-345, 20],
    payments: [
      [-330, 48_000, true],
      [-20, 48_000, false],
    ],
  },
  {
    name: '监护设备采购合同',
    kind: 'purchase',
    provider: 2,
    state: 'effective',
    days: [-60, 305],
    payments: [
      [-55, 36_800, true],
      [30, 36_800.5, false],
    ],
  },
  {
    name: '水电维修服务合同',
    kind: 'provider',
    provider: 3,
    state: 'draft',
    days: [15, 380],
    payments: [[20, 24_000, false]],
  },
  {
    name: '康复器材补充采购合同',
    kind: 'purchase',
    provider: 2,
    state: 'approving',
    days: [5, 95],
    payments: [[10, 12_600, false]],
  },
  {
    name: '物业服务合同',
    kind: 'provider',
    provider: 4,
    state: 'expired',
    days: [-400, -35],
    payments: [
      [-390, 30_000, true],
      [-200, 30_000, true],
    ],
  },
  {
    name: '专线网络服务合同',
    kind: 'other',
    provider: 5,
    state: 'terminated',
    days: [-300, 65],
    payments: [
      [-290, 9600, true],
      [-110, 9600, false],
    ],
  },
  {
    name: '物业服务合同（续签）',
    kind: 'provider',
    provider: 4,
    state: 'draft',
    days: [-34, 330],
    payments: [],
    renews: 5,
  },
];

export interface DemoMeter {
  readonly name: string;
  readonly kind: 'electricity' | 'water' | 'gas';
  readonly accountNo: string;
  readonly rate: number;
  readonly unit: string;
  readonly start: number;
  /** Usage of each month, the oldest first. */
  readonly usage: readonly number[];
}

/** Meters with the usage of a year. */
export const demoMeters: readonly DemoMeter[] = [
  {
    name: '颐和楼总电表',
    kind: 'electricity',
    accountNo: '0530100234',
    rate: 0.5469,
    unit: '度',
    start: 182_350,
    usage: [8420, 7960, 7105, 6630, 6890, 7480, 8260, 8345, 7210, 6840, 7390, 8055],
  },
  {
    name: '颐和楼总水表',
    kind: 'water',
    accountNo: '0871003321',
    rate: 4.2,
    unit: '吨',
    start: 20_418,
    usage: [386, 371, 402, 415, 438, 462, 480, 471, 433, 409, 394, 390],
  },
  {
    name: '食堂燃气表',
    kind: 'gas',
    accountNo: '0066120778',
    rate: 3.15,
    unit: '立方米',
    start: 9120,
    usage: [652, 618, 604, 571, 540, 512, 498, 503, 536, 560, 602, 645],
  },
];
