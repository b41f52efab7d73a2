import { residentCheckCharacter } from '@kangmai/domain';

/** Somebody of the demo who applies to work for the organisation. */
export interface DemoApplication {
  readonly name: string;
  readonly kind: 'doctor' | 'nurse' | 'manager' | 'coach' | 'worker' | 'volunteer' | 'tcm';
  readonly phone: string;
  readonly idNumber: string;
  readonly sex: '1' | '2';
  readonly mailName: string;
  readonly organization: string;
  readonly department: string;
  readonly title: string | null;
  readonly licenceNo: string | null;
  /** Days from today to the end of the licence. */
  readonly licenceDays: number | null;
  readonly goodAt: string;
  readonly state: 'waiting' | 'approved' | 'refused' | 'stopped';
  /** Hours ago. */
  readonly appliedAgo: number;
  readonly remark: string | null;
}

type Line = readonly [
  name: string,
  kind: DemoApplication['kind'],
  birthday: string,
  sex: '1' | '2',
  post: readonly [organization: string, department: string, title: string | null, goodAt: string],
  licence: readonly [number: string, days: number] | null,
  outcome: readonly [state: DemoApplication['state'], appliedAgo: number, remark: string | null],
];

const hospital = '昆明市第一人民医院';
const centre = '五华区社区卫生服务中心';

const lines: readonly Line[] = [
  [
    '罗佳怡',
    'nurse',
    '19950612',
    '2',
    [centre, '护理部', '255', '慢病护理、压疮护理'],
    ['202053000418', 43],
    ['waiting', 3, null],
  ],
  [
    '段志远',
    'doctor',
    '19840923',
    '1',
    [hospital, '心内科', '233', '高血压、冠心病'],
    ['110530000271934', 820],
    ['waiting', 7, null],
  ],
  [
    '普春梅',
    'manager',
    '19900118',
    '2',
    ['云康健康管理公司', '健康管理部', '900', '体重管理、戒烟指导'],
    null,
    ['waiting', 26, null],
  ],
  [
    '和学军',
    'volunteer',
    '19680305',
    '1',
    ['翠湖街道', '志愿服务队', null, '陪诊、代购药品'],
    null,
    ['waiting', 50, null],
  ],
  [
    '马思敏',
    'nurse',
    '19920730',
    '2',
    [hospital, '急诊科', '254', '急救护理'],
    ['201553001207', 510],
    ['refused', 75, '执业证照片缺少变更注册页，请补拍后重新提交'],
  ],
  [
    '杨国栋',
    'tcm',
    '19790411',
    '1',
    ['昆明市中医医院', '针灸科', '232', '颈肩腰腿痛、中风康复'],
    ['141530000018862', 96],
    ['refused', 120, '执业地点尚未变更到本机构，请先办理多机构备案'],
  ],
  [
    '李云帆',
    'coach',
    '19930826',
    '1',
    ['云康健康管理公司', '运动康复部', '900', '心肺康复训练'],
    null,
    ['stopped', 2100, '合同到期，已离职'],
  ],
];

/** A resident number whose check character and sex are right. */
function idNumberOf(birthday: string, sex: '1' | '2', nth: number): string {
  const first17 = `530102${birthday}${String(31 + nth * 2)}${sex === '1' ? '7' : '4'}`;
  return `${first17}${residentCheckCharacter(first17) ?? ''}`;
}

export const demoApplications: readonly DemoApplication[] = lines.map(
  (
    [name, kind, birthday, sex, [organization, department, title, goodAt], licence, [state, appliedAgo, remark]],
    nth,
  ) => ({
    name,
    kind,
    phone: `1388715${String(2301 + nth * 137)}`,
    idNumber: idNumberOf(birthday, sex, nth),
    sex,
    mailName: `applicant${nth + 1}`,
    organization,
    department,
    title,
    licenceNo: licence?.[0] ?? null,
    licenceDays: licence?.[1] ?? null,
    goodAt,
    state,
    appliedAgo,
    remark,
  }),
);

/** What the house of the demo gives to applicants. */
export const demoRegistrationCode = 'KANGMA88';
