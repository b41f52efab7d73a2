/** An activity of the demo: days from today, moved to the next working day; its persons are clients in their order. */
export interface DemoEducation {
  readonly title: string;
  readonly kind: 'lecture' | 'consult' | 'course' | 'article';
  readonly content: string;
  readonly crowdTypes: readonly string[];
  /** Place among the experts of the demo. */
  readonly speaker: number | null;
  readonly day: number | null;
  readonly hours: readonly [from: number, to: number];
  readonly place: string | null;
  readonly maxCount: number;
  readonly state: 'draft' | 'open' | 'running' | 'ended' | 'cancelled';
  readonly enrolled: number;
  readonly waiting: number;
  readonly summary: string | null;
  readonly materialCount: number | null;
}

const hall = '滇池颐养院一楼多功能厅';

const usual = {
  crowdTypes: ['elderly'],
  speaker: null,
  hours: [9, 11],
  place: hall,
  maxCount: 0,
  enrolled: 0,
  waiting: 0,
  summary: null,
  materialCount: null,
} as const;

export const demoEducation: readonly DemoEducation[] = [
  {
    ...usual,
    title: '高血压的家庭自测与用药',
    kind: 'lecture',
    content: '<p>怎样在家测准血压，何时测、测几次；常用降压药的服用时间与漏服处理。</p>',
    crowdTypes: ['hypertension', 'elderly'],
    speaker: 0,
    day: 5,
    maxCount: 8,
    state: 'open',
    enrolled: 8,
    waiting: 3,
  },
  {
    ...usual,
    title: '糖友饮食小组课（第一课）',
    kind: 'course',
    content: '<p>认识食物交换份，学会搭配一日三餐。请携带近期血糖记录。</p>',
    crowdTypes: ['diabetes'],
    speaker: 1,
    day: 9,
    hours: [14, 16],
    maxCount: 20,
    state: 'open',
    enrolled: 6,
  },
  {
    ...usual,
    title: '冬季流感与肺炎疫苗咨询',
    kind: 'consult',
    content: '<p>哪些人应当接种、何时接种、接种后的注意事项，现场答疑。</p>',
    day: 15,
    hours: [9, 12],
    place: '翠湖社区活动中心',
    state: 'draft',
  },
  {
    ...usual,
    title: '防跌倒训练与居家改造',
    kind: 'lecture',
    content: '<p>平衡与下肢力量训练，浴室、走廊、床边的安全改造要点。</p>',
    speaker: 4,
    day: -10,
    maxCount: 30,
    state: 'ended',
    enrolled: 9,
    summary: '到场老人学习热情高，现场完成平衡测试；多位老人希望开展居家评估。',
    materialCount: 40,
  },
  {
    ...usual,
    title: '认知障碍早识别',
    kind: 'lecture',
    content: '<p>记忆力下降与认知障碍的区别，家属如何观察与陪伴。</p>',
    speaker: 3,
    day: 7,
    hours: [14, 16],
    maxCount: 15,
    state: 'cancelled',
    enrolled: 3,
  },
  {
    ...usual,
    title: '夏季科学饮水',
    kind: 'article',
    content: '<p>老年人口渴感迟钝，应少量多次饮水；心肾功能不全者请遵医嘱控制总量。</p>',
    day: null,
    place: null,
    state: 'running',
  },
];
