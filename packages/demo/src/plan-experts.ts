/** An outside doctor of the demo; department and title are codes of the dictionaries. */
export interface DemoExpert {
  readonly name: string;
  readonly gender: string;
  readonly hospital: string;
  readonly hospitalLevel: 'A3' | 'B3' | 'A2';
  readonly department: string;
  readonly title: string;
  readonly goodAt: string;
  readonly outpatientTime: string;
  readonly services: readonly string[];
  readonly fee: number;
}

type Line = readonly [
  name: string,
  gender: string,
  hospital: string,
  hospitalLevel: DemoExpert['hospitalLevel'],
  department: string,
  title: string,
  goodAt: string,
  outpatientTime: string,
  services: readonly string[],
  fee: number,
];

const lines: readonly Line[] = [
  [
    '陈文博',
    '1',
    '市第一人民医院',
    'A3',
    '03',
    '231',
    '高血压、冠心病、心力衰竭的长期管理',
    '周二上午、周四全天',
    ['text', 'video', 'outpatient'],
    100,
  ],
  [
    '林若兰',
    '2',
    '市第一人民医院',
    'A3',
    '03',
    '232',
    '糖尿病及其并发症，胰岛素调整',
    '周一、周三上午',
    ['text', 'phone', 'video'],
    80,
  ],
  ['吴建军', '1', '省中医院', 'A3', '50', '231', '老年慢病中医调理、体质辨识', '周五全天', ['text', 'outpatient'], 120],
  ['赵雅琴', '2', '省人民医院', 'A3', '03', '231', '脑卒中康复期管理、认知障碍', '周三下午', ['video', 'expert'], 200],
  [
    '孙国栋',
    '1',
    '市第二人民医院',
    'B3',
    '04',
    '232',
    '骨质疏松、老年骨折',
    '周一下午、周四上午',
    ['phone', 'outpatient'],
    60,
  ],
  ['周慧敏', '2', '市妇幼保健院', 'A3', '05', '232', '更年期健康管理', '周二、周五上午', ['text', 'phone'], 60],
  [
    '黄志远',
    '1',
    '区人民医院',
    'A2',
    '02',
    '233',
    '全科慢病随访、家庭病床',
    '周一至周五上午',
    ['text', 'phone', 'video'],
    40,
  ],
  ['马晓燕', '2', '省人民医院', 'A3', '03', '232', '慢阻肺、睡眠呼吸暂停', '周四下午', ['video', 'expert'], 150],
];

export const demoExperts: readonly DemoExpert[] = lines.map(
  ([name, gender, hospital, hospitalLevel, department, title, goodAt, outpatientTime, services, fee]) => ({
    name,
    gender,
    hospital,
    hospitalLevel,
    department,
    title,
    goodAt,
    outpatientTime,
    services,
    fee,
  }),
);
