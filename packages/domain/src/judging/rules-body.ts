import { above, atLeast, atMost, below, platformRow } from './platform-row.ts';
import type { PlatformRow } from './platform-row.ts';
import type { AbnormalRule } from './rule.ts';
import { glucose } from './rules-glucose.ts';

const ownSet = { replacesGeneral: true } as const;
const score2 = 'RCP NEWS2（2017）第二量表';

const diagnostics = '诊断学';

const oxygen: readonly PlatformRow[] = [
  {
    code: 'SPO2-1', kind: 'spo2', direction: 2, level: 1, terms: [below('spo2', 95)], confirm: 3, within: 60,
    source: diagnostics, section: '正常95-100；英国NHS家用血氧 ≥95 继续观察',
  },
  {
    code: 'SPO2-2', kind: 'spo2', direction: 2, level: 2, terms: [atMost('spo2', 93)], confirm: 2, within: 15,
    source: '新型冠状病毒感染诊疗方案（第十版）', section: '静息指氧饱和度界值',
  },
  {
    code: 'SPO2-3', kind: 'spo2', direction: 2, level: 3, terms: [below('spo2', 90)], confirm: 2, within: 15,
    source: '呼吸衰竭（PaO2<60 mmHg 约合）', section: '更严的有 RCP NEWS2 第一量表≤91 为3分、英国NHS家用血氧≤92 急救',
  },
  { code: 'SPO2-4', kind: 'spo2', direction: 2, level: 4, terms: [below('spo2', 85)], confirm: 2, within: 10, source: 'v' },
  {
    code: 'SPO2-COPD-2', kind: 'spo2', direction: 2, level: 2, tag: 'copd', when: ownSet, terms: [atMost('spo2', 87)], confirm: 2, within: 15,
    source: `BTS 急诊氧疗指南（2017）目标88-92；${score2}86-87`,
    section: '第二量表原限高碳酸性呼吸衰竭，套用全部慢阻肺（Echevarria 2019 支持）待定', check: true,
  },
  { code: 'SPO2-COPD-3', kind: 'spo2', direction: 2, level: 3, tag: 'copd', when: ownSet, terms: [atMost('spo2', 85)], confirm: 2, within: 15, source: score2, section: '84-85' },
  { code: 'SPO2-COPD-4', kind: 'spo2', direction: 2, level: 4, tag: 'copd', when: ownSet, terms: [atMost('spo2', 83)], confirm: 2, within: 10, source: score2, section: '≤83 单项3分' },
  {
    code: 'SPO2-COPD-O2', kind: 'spo2', direction: 1, level: 2, tag: 'copd', when: { oxygen: 1 }, terms: [atLeast('spo2', 93)],
    confirm: 2, within: 60, source: score2, section: '吸氧≥93（93-94、95-96、≥97 为1、2、3分）',
  },
  {
    code: 'SPO2-HIGH-1', kind: 'spo2', direction: 2, level: 1, tag: 'highland', when: ownSet, terms: [below('spo2', 90)], confirm: 3, within: 60,
    source: 'v', section: '2810 m 健康儿童P2.5为90（BMC Pediatrics 2020）；3800-4200 m 藏族健康人均值不过89.8（Beall 2000），该海拔由医生按人设', check: true,
  },
  { code: 'SPO2-HIGH-2', kind: 'spo2', direction: 2, level: 2, tag: 'highland', when: ownSet, terms: [atMost('spo2', 88)], confirm: 2, within: 15, source: 'v', check: true },
  { code: 'SPO2-HIGH-3', kind: 'spo2', direction: 2, level: 3, tag: 'highland', when: ownSet, terms: [below('spo2', 85)], confirm: 2, within: 15, source: 'v', check: true },
  { code: 'SPO2-HIGH-4', kind: 'spo2', direction: 2, level: 4, tag: 'highland', when: ownSet, terms: [below('spo2', 80)], confirm: 2, within: 10, source: 'v', check: true },
];

const temperature: readonly PlatformRow[] = [
  { code: 'TEMP-1', kind: 'temperature', direction: 1, level: 1, terms: [atLeast('temperature', 37.3)], confirm: 2, within: 60, source: diagnostics, section: '低热37.3-38.0' },
  { code: 'TEMP-2', kind: 'temperature', direction: 1, level: 2, terms: [atLeast('temperature', 38.1)], confirm: 2, within: 60, source: diagnostics, section: '中等度热38.1-39.0' },
  {
    code: 'TEMP-3', kind: 'temperature', direction: 1, level: 3, terms: [atLeast('temperature', 39.1)], confirm: 2, within: 30,
    source: diagnostics, section: '高热39.1-41.0；公卫规范 >39 转诊',
  },
  { code: 'TEMP-4', kind: 'temperature', direction: 1, level: 4, terms: [above('temperature', 41)], confirm: 2, within: 30, source: diagnostics, section: '超高热' },
  {
    code: 'TEMP-L3', kind: 'temperature', direction: 2, level: 3, terms: [below('temperature', 35)], confirm: 2, within: 30,
    source: '低体温定义（核心体温<35）', section: 'RCP NEWS2（2017）≤35.0 单项3分',
  },
];

/** Platform rows of oxygen, glucose and temperature. */
export const bodyRules: readonly AbnormalRule[] = [...oxygen, ...glucose, ...temperature].map(platformRow);
