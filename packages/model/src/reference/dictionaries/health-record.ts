import type { DictionaryType } from '../dictionary-type.ts';

/** Dictionaries of the health record. */
export const healthRecordDictionaries: readonly DictionaryType[] = [
  {
    typeCode: 'marriage', name: '婚姻状况', en: 'Marital status', category: 'healthRecord',
    source: 'GB/T 2261.2', isStandard: true,
    entries: [
      { code: '10', name: '未婚' }, { code: '20', name: '已婚' }, { code: '21', name: '初婚' }, { code: '22', name: '再婚' }, { code: '23', name: '复婚' },
      { code: '30', name: '丧偶' }, { code: '40', name: '离婚' }, { code: '90', name: '未说明' },
    ],
  },
  {
    typeCode: 'education', name: '文化程度', en: 'Education', category: 'healthRecord',
    source: 'GB/T 4658', isStandard: true,
    entries: [
      { code: '10', name: '研究生' }, { code: '20', name: '大学本科' }, { code: '30', name: '大学专科和专科学校' }, { code: '40', name: '中等专业学校' },
      { code: '50', name: '技工学校' }, { code: '60', name: '高中' }, { code: '70', name: '初中' }, { code: '80', name: '小学' },
      { code: '90', name: '文盲或半文盲' }, { code: '99', name: '不详' },
    ],
  },
  {
    typeCode: 'occupation', name: '职业', en: 'Occupation', category: 'healthRecord',
    source: 'national basic public health service norm (3rd ed.), personal basic information form', isStandard: true,
    entries: [
      { code: '0', name: '国家机关党群组织企业事业单位负责人' }, { code: '1', name: '专业技术人员' }, { code: '2', name: '办事人员和有关人员' }, { code: '3', name: '商业服务业人员' },
      { code: '4', name: '农林牧渔水利业生产人员' }, { code: '5', name: '生产运输设备操作人员' }, { code: '6', name: '军人' }, { code: '7', name: '不便分类的其他从业人员' },
      { code: '8', name: '无职业' },
    ],
  },
  {
    typeCode: 'nation', name: '民族', en: 'Ethnic group', category: 'healthRecord',
    source: 'GB/T 3304', isStandard: true,
    entries: [
      { code: '01', name: '汉族' }, { code: '02', name: '蒙古族' }, { code: '03', name: '回族' }, { code: '04', name: '藏族' }, { code: '05', name: '维吾尔族' },
      { code: '06', name: '苗族' }, { code: '07', name: '彝族' }, { code: '08', name: '壮族' }, { code: '09', name: '布依族' }, { code: '10', name: '朝鲜族' },
      { code: '11', name: '满族' }, { code: '12', name: '侗族' }, { code: '13', name: '瑶族' }, { code: '14', name: '白族' }, { code: '15', name: '土家族' },
      { code: '16', name: '哈尼族' }, { code: '17', name: '哈萨克族' }, { code: '18', name: '傣族' }, { code: '19', name: '黎族' }, { code: '20', name: '傈僳族' },
      { code: '21', name: '佤族' }, { code: '22', name: '畲族' }, { code: '23', name: '高山族' }, { code: '24', name: '拉祜族' }, { code: '25', name: '水族' },
      { code: '26', name: '东乡族' }, { code: '27', name: '纳西族' }, { code: '28', name: '景颇族' }, { code: '29', name: '柯尔克孜族' },
      { code: '30', name: '土族' }, { code: '31', name: '达斡尔族' }, { code: '32', name: '仫佬族' }, { code: '33', name: '羌族' }, { code: '34', name: '布朗族' },
      { code: '35', name: '撒拉族' }, { code: '36', name: '毛南族' }, { code: '37', name: '仡佬族' }, { code: '38', name: '锡伯族' }, { code: '39', name: '阿昌族' },
      { code: '40', name: '普米族' }, { code: '41', name: '塔吉克族' }, { code: '42', name: '怒族' }, { code: '43', name: '乌孜别克族' },
      { code: '44', name: '俄罗斯族' }, { code: '45', name: '鄂温克族' }, { code: '46', name: '德昂族' }, { code: '47', name: '保安族' },
      { code: '48', name: '裕固族' }, { code: '49', name: '京族' }, { code: '50', name: '塔塔尔族' }, { code: '51', name: '独龙族' },
      { code: '52', name: '鄂伦春族' }, { code: '53', name: '赫哲族' }, { code: '54', name: '门巴族' }, { code: '55', name: '珞巴族' },
      { code: '56', name: '基诺族' },
    ],
  },
  {
    typeCode: 'blood_abo', name: 'ABO血型', en: 'ABO blood group', category: 'healthRecord',
    source: 'WS 364 CV04.50.005', isStandard: true,
    entries: [
      { code: '1', name: 'A型' }, { code: '2', name: 'B型' }, { code: '3', name: 'O型' }, { code: '4', name: 'AB型' }, { code: '5', name: '不详' },
    ],
  },
  {
    typeCode: 'blood_rh', name: 'Rh血型', en: 'Rh blood group', category: 'healthRecord',
    source: 'national norm (3rd ed.)', isStandard: true,
    entries: [
      { code: '1', name: '阴性' }, { code: '2', name: '阳性' }, { code: '3', name: '不详' },
    ],
  },
  {
    typeCode: 'payment_type', name: '医疗费用支付方式', en: 'Payment of medical costs', category: 'healthRecord',
    source: 'national norm (3rd ed.)', isStandard: true,
    entries: [
      { code: '1', name: '城镇职工基本医疗保险' }, { code: '2', name: '城乡居民基本医疗保险' }, { code: '3', name: '新型农村合作医疗' }, { code: '4', name: '贫困救助' },
      { code: '5', name: '商业医疗保险' }, { code: '6', name: '全公费' }, { code: '7', name: '全自费' }, { code: '8', name: '其他' },
    ],
  },
  {
    typeCode: 'disability', name: '残疾情况', en: 'Disability', category: 'healthRecord',
    source: 'national norm (3rd ed.); grading GB/T 26341', isStandard: true,
    entries: [
      { code: '1', name: '无残疾' }, { code: '2', name: '视力残疾' }, { code: '3', name: '听力残疾' }, { code: '4', name: '言语残疾' }, { code: '5', name: '肢体残疾' },
      { code: '6', name: '智力残疾' }, { code: '7', name: '精神残疾' }, { code: '8', name: '其他残疾' },
    ],
  },
  {
    typeCode: 'living_state', name: '居住情况', en: 'Living situation', category: 'healthRecord',
    source: 'GB/T 42195-2022 information sheet, adapted',
    entries: [
      { code: '1', name: '独居' }, { code: '2', name: '与配偶居住' }, { code: '3', name: '与子女居住' }, { code: '4', name: '与父母居住' },
      { code: '5', name: '与兄弟姐妹居住' }, { code: '6', name: '与其他亲属居住' }, { code: '7', name: '与非亲属居住' }, { code: '8', name: '养老机构' },
    ],
  },
];
