import type { DictionaryType } from '../dictionary-type.ts';

/** Dictionaries of follow-up and assessment. */
export const followUpDictionaries: readonly DictionaryType[] = [
  {
    typeCode: 'visit_symptom', name: '随访症状', en: 'Symptom at follow-up', category: 'followUp',
    source: 'national norm (3rd ed.) hypertension and type-2 diabetes follow-up forms',
    entries: [
      { code: 'h1', name: '无症状' }, { code: 'h2', name: '头痛头晕' }, { code: 'h3', name: '恶心呕吐' }, { code: 'h4', name: '眼花耳鸣' },
      { code: 'h5', name: '呼吸困难' }, { code: 'h6', name: '心悸胸闷' }, { code: 'h7', name: '鼻衄出血不止' }, { code: 'h8', name: '四肢发麻' },
      { code: 'h9', name: '下肢水肿' }, { code: 'd2', name: '多饮' }, { code: 'd3', name: '多食' }, { code: 'd4', name: '多尿' }, { code: 'd5', name: '视力模糊' },
      { code: 'd6', name: '感染' }, { code: 'd7', name: '手脚麻木' }, { code: 'd9', name: '体重明显下降' },
    ],
  },
  {
    typeCode: 'drug_frequency', name: '用药频次', en: 'Dosing frequency', category: 'followUp',
    source: 'common prescription abbreviations',
    entries: [
      { code: 'qd', name: '每日1次' }, { code: 'bid', name: '每日2次' }, { code: 'tid', name: '每日3次' }, { code: 'qid', name: '每日4次' },
      { code: 'qn', name: '每晚1次' }, { code: 'qod', name: '隔日1次' }, { code: 'qw', name: '每周1次' }, { code: 'biw', name: '每周2次' },
      { code: 'q8h', name: '每8小时1次' }, { code: 'q12h', name: '每12小时1次' }, { code: 'ac', name: '餐前' }, { code: 'pc', name: '餐后' },
      { code: 'prn', name: '必要时' },
    ],
  },
  {
    typeCode: 'drug_route', name: '用药途径', en: 'Route of administration', category: 'followUp',
    source: 'WS 364 CV06.00.102', isStandard: true,
    entries: [
      { code: '1', name: '口服' }, { code: '2', name: '直肠给药' }, { code: '3', name: '舌下给药' }, { code: '401', name: '皮下注射' },
      { code: '402', name: '皮内注射' }, { code: '403', name: '肌内注射' }, { code: '404', name: '静脉注射或滴注' }, { code: '5', name: '吸入给药' },
      { code: '6', name: '局部用药' }, { code: '9', name: '其他' },
    ],
  },
  {
    typeCode: 'dose_unit', name: '剂量单位', en: 'Dose unit', category: 'followUp',
    source: 'design',
    entries: [
      { code: 'mg', name: '毫克' }, { code: 'g', name: '克' }, { code: 'ug', name: '微克' }, { code: 'ml', name: '毫升' }, { code: 'IU', name: '国际单位' },
      { code: 'U', name: '单位' }, { code: 'tab', name: '片' }, { code: 'cap', name: '粒' }, { code: 'bag', name: '袋' }, { code: 'spray', name: '揿' },
      { code: 'drop', name: '滴' },
    ],
  },
  {
    typeCode: 'drug_dosage_form', name: '药物剂型', en: 'Dosage form', category: 'followUp',
    source: 'WS 364.16-2011 CV08.50.002 (main groups); WS/T 364.16-2023 replaced the codes', isStandard: true, check: 'verify',
    entries: [
      { code: '01', name: '片剂' }, { code: '02', name: '糖衣片或薄膜衣片' }, { code: '03', name: '咀嚼片' }, { code: '04', name: '肠溶片' },
      { code: '05', name: '缓释或控释片' }, { code: '06', name: '泡腾片' }, { code: '07', name: '舌下片' }, { code: '08', name: '含片' },
      { code: '12', name: '分散片' }, { code: '14', name: '丸剂' }, { code: '15', name: '粉针剂' }, { code: '16', name: '注射液' }, { code: '18', name: '输液剂' },
      { code: '19', name: '硬胶囊' }, { code: '20', name: '软胶囊或滴丸' }, { code: '21', name: '肠溶胶囊' }, { code: '22', name: '缓释或控释胶囊' },
      { code: '23', name: '溶液剂' }, { code: '24', name: '合剂' }, { code: '26', name: '凝胶剂' }, { code: '29', name: '滴剂' }, { code: '30', name: '糖浆剂' },
      { code: '31', name: '口服液' }, { code: '34', name: '酊剂' }, { code: '43', name: '滴眼剂' }, { code: '44', name: '滴鼻剂' }, { code: '45', name: '滴耳剂' },
      { code: '48', name: '软膏剂' }, { code: '49', name: '乳膏剂' }, { code: '51', name: '硬膏剂' }, { code: '53', name: '散剂' }, { code: '54', name: '颗粒剂' },
      { code: '57', name: '气雾剂' }, { code: '58', name: '喷雾剂' }, { code: '60', name: '吸入粉雾剂' }, { code: '63', name: '栓剂' }, { code: '65', name: '贴剂' },
      { code: '71', name: '干混悬剂' }, { code: '99', name: '其他剂型' },
    ],
  },
  {
    typeCode: 'tcm_constitution', name: '中医体质', en: 'TCM constitution', category: 'followUp',
    source: 'ZYYXH/T157-2009',
    entries: [
      { code: 'pinghe', name: '平和质' }, { code: 'qixu', name: '气虚质' }, { code: 'yangxu', name: '阳虚质' }, { code: 'yinxu', name: '阴虚质' },
      { code: 'tanshi', name: '痰湿质' }, { code: 'shire', name: '湿热质' }, { code: 'xueyu', name: '血瘀质' }, { code: 'qiyu', name: '气郁质' },
      { code: 'tebing', name: '特禀质' },
    ],
  },
  {
    typeCode: 'tcm_technique', name: '中医适宜技术', en: 'TCM technique', category: 'followUp',
    source: 'primary-care TCM suitable techniques',
    entries: [
      { code: 'acupuncture', name: '针刺' }, { code: 'moxa', name: '艾灸' }, { code: 'cupping', name: '拔罐' }, { code: 'guasha', name: '刮痧' },
      { code: 'tuina', name: '推拿' }, { code: 'ear', name: '耳穴压豆' }, { code: 'plaster', name: '穴位贴敷' }, { code: 'fumigation', name: '中药熏洗' },
      { code: 'ironing', name: '中药热熨' }, { code: 'baduanjin', name: '八段锦指导' }, { code: 'taiji', name: '太极拳指导' },
    ],
  },
];
