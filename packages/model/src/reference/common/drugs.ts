import { codesIn, type CommonCode, type CommonCodes } from './common-code.ts';

const groups = codesIn(`
  A 消化道和代谢用药
  B 血液和造血器官用药
  C 心血管系统用药
  D 皮肤病用药
  G 泌尿生殖系统药和性激素
  H 除性激素和胰岛素外的全身用激素制剂
  J 全身用抗感染药
  L 抗肿瘤药和免疫机能调节药
  M 肌肉骨骼系统用药
  N 神经系统用药
  P 抗寄生虫药、杀虫药和驱虫药
  R 呼吸系统用药
  S 感觉器官用药
  V 其他
`);

const classes = codesIn(`
  A02 治疗胃酸相关疾病的药物
  A03 治疗功能性胃肠疾病的药物
  A04 止吐药
  A05 胆和肝疾病用药
  A06 治疗便秘的药物
  A07 止泻药、肠道抗炎药和肠道抗感染药
  A09 助消化药（包括酶类）
  A10 糖尿病用药
  A11 维生素类
  A12 矿物质补充剂
  B01 抗血栓药
  B02 抗出血药
  B03 抗贫血药
  B05 血液代用品和灌注液
  C01 心脏病治疗药
  C02 抗高血压药
  C03 利尿药
  C04 周围血管扩张药
  C05 血管保护药
  C07 β受体阻滞剂
  C08 钙通道阻滞剂
  C09 作用于肾素-血管紧张素系统的药物
  C10 调节血脂药
  D01 皮肤科用抗真菌药
  D07 皮肤科用皮质激素类制剂
  G03 性激素和生殖系统调节药
  G04 泌尿系统用药
  H01 垂体和下丘脑激素及类似物
  H02 全身用皮质激素类
  H03 甲状腺疾病治疗药
  H04 胰腺激素类
  H05 钙稳态药
  J01 全身用抗菌药
  J02 全身用抗真菌药
  J04 抗分枝杆菌药
  J05 全身用抗病毒药
  J06 免疫血清和免疫球蛋白
  J07 疫苗类
  L01 抗肿瘤药
  L02 内分泌治疗用药
  L03 免疫增强剂
  L04 免疫抑制剂
  M01 抗炎和抗风湿药
  M02 关节和肌肉痛局部用药
  M03 肌肉松弛药
  M04 抗痛风药
  M05 治疗骨病的药物
  N01 麻醉药
  N02 镇痛药
  N03 抗癫痫药
  N04 抗帕金森病药
  N05 精神安定药
  N06 精神兴奋药
  N07 其他神经系统药物
  P01 抗原虫药
  P02 抗蠕虫药
  R01 鼻部用药
  R02 咽喉用药
  R03 治疗阻塞性气道疾病的药物
  R05 咳嗽和感冒用药
  R06 全身用抗组胺药
  S01 眼科用药
  S02 耳科用药
`);

const substances = codesIn(`
  A02BC01 奥美拉唑
  A10BA02 二甲双胍
  A10BB01 格列本脲
  A10BB09 格列齐特
  A10BB12 格列美脲
  A10BF01 阿卡波糖
  A12AA04 碳酸钙
  B01AA03 华法林
  B01AC04 氯吡格雷
  B01AC06 阿司匹林
  C01AA05 地高辛
  C01BD01 胺碘酮
  C01DA02 硝酸甘油
  C03AA03 氢氯噻嗪
  C03CA01 呋塞米
  C03DA01 螺内酯
  C07AB02 美托洛尔
  C07AB07 比索洛尔
  C08CA01 氨氯地平
  C08CA05 硝苯地平
  C09AA01 卡托普利
  C09AA02 依那普利
  C09CA01 氯沙坦
  C09CA03 缬沙坦
  C10AA01 辛伐他汀
  C10AA05 阿托伐他汀
  C10AA07 瑞舒伐他汀
  H03AA01 左甲状腺素钠
  J01CA04 阿莫西林
  M01AE01 布洛芬
  M04AA01 别嘌醇
  M05BA04 阿仑膦酸
  N02BE01 对乙酰氨基酚
  N05BA01 地西泮
  N06DA02 多奈哌齐
  R03AC02 沙丁胺醇
`);

const under = (codes: readonly CommonCode[], signs: number): readonly CommonCode[] =>
  codes.map((one) => ({ ...one, below: one.code.slice(0, signs) }));

/** Groups of drugs and frequent substances. */
export const drugs: CommonCodes = {
  catalogue: 'drug',
  source: '世界卫生组织解剖学治疗学及化学分类（ATC）',
  codes: [...groups, ...under(classes, 1), ...under(substances, 3)],
};
