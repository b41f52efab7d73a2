import { codesIn, type CommonCodes } from './common-code.ts';

/** Items of examinations by the abbreviations that reports use. */
export const examinations: CommonCodes = {
  catalogue: 'exam',
  source: '检验检查报告通用英文缩写',
  codes: [
    { code: 'G-BODY', name: '一般检查' },
    ...codesIn(
      `HT 身高
      WT 体重
      BMI 体重指数
      WC 腰围
      HC 臀围
      SBP 收缩压
      DBP 舒张压
      PR 脉率
      RR 呼吸频率
      TEMP 体温
      SPO2 血氧饱和度`,
      'G-BODY',
    ),
    { code: 'G-CBC', name: '血常规' },
    ...codesIn(
      `WBC 白细胞计数
      RBC 红细胞计数
      HGB 血红蛋白
      HCT 红细胞压积
      MCV 平均红细胞体积
      MCH 平均红细胞血红蛋白含量
      MCHC 平均红细胞血红蛋白浓度
      RDW-CV 红细胞分布宽度变异系数
      PLT 血小板计数
      MPV 平均血小板体积
      PDW 血小板分布宽度
      NEUT# 中性粒细胞绝对值
      NEUT% 中性粒细胞百分比
      LYMPH# 淋巴细胞绝对值
      LYMPH% 淋巴细胞百分比
      MONO# 单核细胞绝对值
      MONO% 单核细胞百分比
      EO# 嗜酸性粒细胞绝对值
      EO% 嗜酸性粒细胞百分比
      BASO# 嗜碱性粒细胞绝对值
      BASO% 嗜碱性粒细胞百分比`,
      'G-CBC',
    ),
    { code: 'G-URINE', name: '尿常规' },
    ...codesIn(
      `U-PRO 尿蛋白
      U-GLU 尿葡萄糖
      U-KET 尿酮体
      U-BLD 尿隐血
      U-LEU 尿白细胞酯酶
      U-NIT 尿亚硝酸盐
      U-BIL 尿胆红素
      U-URO 尿胆原
      U-SG 尿比重
      U-PH 尿酸碱度`,
      'G-URINE',
    ),
    { code: 'G-LIVER', name: '肝功能' },
    ...codesIn(
      `ALT 丙氨酸氨基转移酶
      AST 天门冬氨酸氨基转移酶
      GGT γ-谷氨酰转移酶
      ALP 碱性磷酸酶
      TBIL 总胆红素
      DBIL 直接胆红素
      IBIL 间接胆红素
      TP 总蛋白
      ALB 白蛋白
      GLB 球蛋白
      A/G 白蛋白与球蛋白比值
      TBA 总胆汁酸`,
      'G-LIVER',
    ),
    { code: 'G-RENAL', name: '肾功能' },
    ...codesIn(
      `UREA 尿素
      CREA 肌酐
      UA 尿酸
      CysC 胱抑素C
      eGFR 估算肾小球滤过率
      B2-MG β2-微球蛋白
      UACR 尿白蛋白与肌酐比值`,
      'G-RENAL',
    ),
    { code: 'G-LIPID', name: '血脂' },
    ...codesIn(
      `TC 总胆固醇
      TG 甘油三酯
      HDL-C 高密度脂蛋白胆固醇
      LDL-C 低密度脂蛋白胆固醇
      ApoA1 载脂蛋白A1
      ApoB 载脂蛋白B
      Lp(a) 脂蛋白(a)`,
      'G-LIPID',
    ),
    { code: 'G-GLUCOSE', name: '血糖' },
    ...codesIn(
      `FPG 空腹血糖
      2hPG 餐后2小时血糖
      HbA1c 糖化血红蛋白
      GA 糖化白蛋白
      FINS 空腹胰岛素
      C-P C肽
      OGTT 口服葡萄糖耐量试验`,
      'G-GLUCOSE',
    ),
    { code: 'G-ELECTROLYTE', name: '电解质' },
    ...codesIn(
      `K 钾
      Na 钠
      Cl 氯
      Ca 钙
      P 无机磷
      Mg 镁`,
      'G-ELECTROLYTE',
    ),
    { code: 'G-COAG', name: '凝血功能' },
    ...codesIn(
      `PT 凝血酶原时间
      INR 国际标准化比值
      APTT 活化部分凝血活酶时间
      TT 凝血酶时间
      FIB 纤维蛋白原
      D-D D-二聚体`,
      'G-COAG',
    ),
    { code: 'G-THYROID', name: '甲状腺功能' },
    ...codesIn(
      `TSH 促甲状腺激素
      FT3 游离三碘甲状腺原氨酸
      FT4 游离甲状腺素
      TT3 总三碘甲状腺原氨酸
      TT4 总甲状腺素
      TPO-Ab 甲状腺过氧化物酶抗体
      TG-Ab 甲状腺球蛋白抗体`,
      'G-THYROID',
    ),
    { code: 'G-HEART', name: '心肌标志物' },
    ...codesIn(
      `CK 肌酸激酶
      CK-MB 肌酸激酶同工酶MB
      LDH 乳酸脱氢酶
      cTnI 心肌肌钙蛋白I
      cTnT 心肌肌钙蛋白T
      MYO 肌红蛋白
      BNP B型钠尿肽
      NT-proBNP N末端B型钠尿肽原
      HCY 同型半胱氨酸`,
      'G-HEART',
    ),
    { code: 'G-INFLAMMATION', name: '炎症与免疫' },
    ...codesIn(
      `CRP C反应蛋白
      hs-CRP 超敏C反应蛋白
      PCT 降钙素原
      ESR 红细胞沉降率
      ASO 抗链球菌溶血素O
      RF 类风湿因子
      HBsAg 乙型肝炎病毒表面抗原
      HBsAb 乙型肝炎病毒表面抗体
      HBeAg 乙型肝炎病毒e抗原
      HBeAb 乙型肝炎病毒e抗体
      HBcAb 乙型肝炎病毒核心抗体
      HCV-Ab 丙型肝炎病毒抗体`,
      'G-INFLAMMATION',
    ),
    { code: 'G-TUMOUR', name: '肿瘤标志物' },
    ...codesIn(
      `AFP 甲胎蛋白
      CEA 癌胚抗原
      CA125 糖类抗原125
      CA15-3 糖类抗原15-3
      CA19-9 糖类抗原19-9
      CA72-4 糖类抗原72-4
      TPSA 总前列腺特异性抗原
      FPSA 游离前列腺特异性抗原`,
      'G-TUMOUR',
    ),
    { code: 'G-IMAGE', name: '功能与影像检查' },
    ...codesIn(
      `ECG 心电图
      BMD 骨密度
      FVC 用力肺活量
      FEV1 第1秒用力呼气容积
      LVEF 左心室射血分数
      ABI 踝臂指数
      PWV 脉搏波传导速度`,
      'G-IMAGE',
    ),
  ],
};
