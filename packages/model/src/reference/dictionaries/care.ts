import type { DictionaryType } from '../dictionary-type.ts';

/** Dictionaries of customer service. */
export const careDictionaries: readonly DictionaryType[] = [
  {
    typeCode: 'relation', name: '与客户关系', en: 'Relation to the client', category: 'clientService',
    source: 'GB/T 4761 (one digit) and care practice', isStandard: true,
    entries: [
      { code: '0', name: '本人或户主' }, { code: '1', name: '配偶' }, { code: '2', name: '子' }, { code: '3', name: '女' }, { code: '4', name: '孙子女或外孙子女' },
      { code: '5', name: '父母' }, { code: '6', name: '祖父母或外祖父母' }, { code: '7', name: '兄弟姐妹' }, { code: '8', name: '其他亲属' },
      { code: '20', name: '邻居', isExtension: true }, { code: '21', name: '护工保姆', isExtension: true },
      { code: '22', name: '社区工作人员', isExtension: true }, { code: '23', name: '朋友同事', isExtension: true },
    ],
  },
  {
    typeCode: 'crowd_group', name: '重点人群', en: 'Key population', category: 'clientService',
    source: 'national norm (3rd ed.) key populations, extended',
    entries: [
      { code: 'general', name: '一般人群' }, { code: 'elderly', name: '老年人' }, { code: 'child', name: '0-6岁儿童' }, { code: 'pregnant', name: '孕产妇' },
      { code: 'hypertension', name: '高血压' }, { code: 'diabetes', name: '糖尿病' }, { code: 'chd', name: '冠心病' }, { code: 'stroke', name: '脑卒中' },
      { code: 'copd', name: '慢阻肺' }, { code: 'ckd', name: '慢性肾病' }, { code: 'tumor', name: '恶性肿瘤' }, { code: 'mental', name: '严重精神障碍' },
      { code: 'tb', name: '肺结核' }, { code: 'disabled', name: '残疾人' }, { code: 'dyslipidemia', name: '血脂异常' },
      { code: 'hyperuricemia', name: '高尿酸血症' }, { code: 'obesity', name: '超重肥胖' }, { code: 'osteoporosis', name: '骨质疏松' },
      { code: 'disabledelder', name: '失能老人' }, { code: 'livingalone', name: '独居老人' },
    ],
  },
  {
    typeCode: 'vip_level', name: 'VIP等级', en: 'VIP level', category: 'clientService',
    source: 'design',
    entries: [
      { code: '1', name: '银卡' }, { code: '2', name: '金卡' }, { code: '3', name: '铂金' }, { code: '4', name: '钻石' },
    ],
  },
  {
    typeCode: 'health_service_category', name: '健康服务类别', en: 'Health service category', category: 'clientService',
    source: 'design',
    entries: [
      { code: 'checkup', name: '健康检测' }, { code: 'consult', name: '健康咨询' }, { code: 'homecare', name: '居家照护' }, { code: 'rehab', name: '康复理疗' },
      { code: 'tcm', name: '中医养生' }, { code: 'nutrition', name: '营养指导' }, { code: 'psychology', name: '心理关爱' }, { code: 'escort', name: '陪诊就医' },
      { code: 'dental', name: '口腔护理' }, { code: 'vaccine', name: '疫苗接种' },
    ],
  },
  {
    typeCode: 'volunteer_skill', name: '志愿服务技能', en: 'Volunteer skill', category: 'clientService',
    source: 'design',
    entries: [
      { code: 'chat', name: '陪伴聊天' }, { code: 'clean', name: '家务保洁' }, { code: 'shop', name: '代购跑腿' }, { code: 'haircut', name: '理发' },
      { code: 'repair', name: '家电维修' }, { code: 'medical', name: '医疗护理' }, { code: 'legal', name: '法律咨询' }, { code: 'digital', name: '智能手机教学' },
      { code: 'show', name: '文艺演出' }, { code: 'drive', name: '接送' },
    ],
  },
];
