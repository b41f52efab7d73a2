import { codesIn, type CommonCodes } from './common-code.ts';

/** Symptoms and signs by the eighteenth chapter of the classification of diseases. */
export const symptoms: CommonCodes = {
  catalogue: 'symptom',
  source: 'GB/T 14396-2016 第十八章（ICD-10 R00-R69）',
  codes: [
    { code: 'R00-R09', name: '累及循环和呼吸系统的症状和体征' },
    ...codesIn(
      `R00 心搏异常
      R01 心脏杂音和其他心音
      R03 血压读数异常，无诊断者
      R04 呼吸道出血
      R05 咳嗽
      R06 呼吸异常
      R07 咽痛和胸痛`,
      'R00-R09',
    ),
    { code: 'R10-R19', name: '累及消化系统和腹部的症状和体征' },
    ...codesIn(
      `R10 腹部和盆腔痛
      R11 恶心和呕吐
      R12 胃灼热
      R13 吞咽困难
      R14 胃肠气胀及有关情况
      R15 大便失禁
      R17 未特指的黄疸`,
      'R10-R19',
    ),
    { code: 'R20-R23', name: '累及皮肤和皮下组织的症状和体征' },
    ...codesIn(
      `R20 皮肤感觉障碍
      R21 皮疹和其他非特异性出疹
      R23 其他皮肤改变`,
      'R20-R23',
    ),
    { code: 'R25-R29', name: '累及神经和肌肉骨骼系统的症状和体征' },
    ...codesIn(
      `R25 异常的不随意运动
      R26 步态和移动异常
      R27 其他协调缺乏`,
      'R25-R29',
    ),
    { code: 'R30-R39', name: '累及泌尿系统的症状和体征' },
    ...codesIn(
      `R30 与排尿有关的疼痛
      R31 未特指的血尿
      R32 未特指的尿失禁
      R33 尿潴留
      R34 无尿和少尿
      R35 多尿`,
      'R30-R39',
    ),
    { code: 'R40-R46', name: '累及认知、感知、情绪状态和行为的症状和体征' },
    ...codesIn(
      `R40 嗜眠、木僵和昏迷
      R42 头晕和眩晕
      R43 嗅觉和味觉障碍
      R45 累及情绪状态的症状和体征`,
      'R40-R46',
    ),
    { code: 'R47-R49', name: '累及言语和语音的症状和体征' },
    ...codesIn(
      `R47 言语障碍
      R49 语音障碍`,
      'R47-R49',
    ),
    { code: 'R50-R69', name: '一般症状和体征' },
    ...codesIn(
      `R50 发热
      R51 头痛
      R52 疼痛
      R53 不适和疲劳
      R54 衰老
      R55 晕厥和虚脱
      R56 惊厥
      R57 休克
      R58 出血
      R59 淋巴结增大
      R60 水肿
      R61 多汗
      R63 与食物和液体摄入有关的症状和体征
      R64 恶病质`,
      'R50-R69',
    ),
  ],
};
