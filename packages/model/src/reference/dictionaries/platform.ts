import type { DictionaryType } from '../dictionary-type.ts';

/** Dictionaries of the basic platform. */
export const platformDictionaries: readonly DictionaryType[] = [
  {
    typeCode: 'certificate_type', name: '证件类型', en: 'Certificate type', category: 'platform',
    source: 'WS 364 CV02.01.101', isStandard: true,
    entries: [
      { code: '01', name: '居民身份证' }, { code: '02', name: '居民户口簿' }, { code: '03', name: '护照' }, { code: '04', name: '军官证' },
      { code: '05', name: '驾驶证' }, { code: '06', name: '港澳居民来往内地通行证' }, { code: '07', name: '台湾居民来往内地通行证' },
      { code: '81', name: '港澳台居民居住证', isExtension: true }, { code: '82', name: '外国人永久居留身份证', isExtension: true }, { code: '99', name: '其他法定有效证件' },
    ],
  },
  {
    typeCode: 'gender', name: '性别', en: 'Sex', category: 'platform',
    source: 'GB/T 2261.1', isStandard: true,
    entries: [
      { code: '0', name: '未知的性别' }, { code: '1', name: '男' }, { code: '2', name: '女' }, { code: '9', name: '未说明的性别' },
    ],
  },
  {
    typeCode: 'staff_title', name: '专业技术职务', en: 'Professional title', category: 'platform',
    source: 'GB/T 8561', isStandard: true,
    entries: [
      { code: '231', name: '主任医师' }, { code: '232', name: '副主任医师' }, { code: '233', name: '主治医师' }, { code: '234', name: '医师' },
      { code: '235', name: '医士' }, { code: '241', name: '主任药师' }, { code: '243', name: '主管药师' }, { code: '244', name: '药师' },
      { code: '251', name: '主任护师' }, { code: '252', name: '副主任护师' }, { code: '253', name: '主管护师' }, { code: '254', name: '护师' },
      { code: '255', name: '护士' }, { code: '900', name: '健康管理师', isExtension: true }, { code: '901', name: '营养师', isExtension: true },
      { code: '902', name: '心理咨询师', isExtension: true }, { code: '903', name: '运动指导师', isExtension: true },
    ],
  },
  {
    typeCode: 'clinic_department', name: '诊疗科目', en: 'Clinical department', category: 'platform',
    source: 'national catalogue of clinical departments (first level)', isStandard: true, isTree: true, check: 'verify',
    entries: [
      { code: '01', name: '预防保健科' }, { code: '02', name: '全科医疗科' }, { code: '03', name: '内科' }, { code: '03.01', name: '呼吸内科', parentCode: '03' },
      { code: '03.02', name: '消化内科', parentCode: '03' }, { code: '03.03', name: '神经内科', parentCode: '03' },
      { code: '03.04', name: '心血管内科', parentCode: '03' }, { code: '03.06', name: '肾病学', parentCode: '03' },
      { code: '03.07', name: '内分泌', parentCode: '03' }, { code: '03.10', name: '老年病', parentCode: '03' }, { code: '04', name: '外科' },
      { code: '05', name: '妇产科' }, { code: '07', name: '儿科' }, { code: '10', name: '眼科' }, { code: '11', name: '耳鼻咽喉科' }, { code: '12', name: '口腔科' },
      { code: '13', name: '皮肤科' }, { code: '15', name: '精神科' }, { code: '16', name: '传染科' }, { code: '19', name: '肿瘤科' },
      { code: '20', name: '急诊医学科' }, { code: '21', name: '康复医学科' }, { code: '50', name: '中医科' },
    ],
  },
];
