import { choice, decimal, defineChoices, dict, dicts, integer, region, text } from '@kangmai/resource';

const address = { group: '住址', groupEn: 'Address' } as const;
const care = { group: '照护', groupEn: 'Care' } as const;

/** Where the person lives. */
export const addressFields = {
  regionCode: region({
    label: '现住址区划',
    en: 'Region of residence',
    example: '110105',
    required: true,
    unknown: '000000',
    filter: 'exact',
    ...address,
  }),
  address: text({
    label: '详细地址',
    en: 'Address',
    example: '团结路8号院2号楼3单元501室',
    max: 200,
    sensitive: 'masked',
    ...address,
  }),
  longitude: decimal({
    label: '经度',
    en: 'Longitude',
    digits: [10, 6],
    rounded: true,
    min: 73,
    max: 136,
    sensitive: 'masked',
    ...address,
  }),
  latitude: decimal({
    label: '纬度',
    en: 'Latitude',
    digits: [10, 6],
    rounded: true,
    min: 3,
    max: 54,
    sensitive: 'masked',
    ...address,
  }),
  registeredAddress: text({ label: '户籍地址', en: 'Registered address', max: 200, sensitive: 'masked', ...address }),
} as const;

export const abilityLevels = defineChoices({
  intact: { label: '能力完好', en: 'Intact', wire: 0, tone: 'good' },
  mild: { label: '轻度受损', en: 'Mildly impaired', wire: 1 },
  moderate: { label: '中度受损', en: 'Moderately impaired', wire: 2, tone: 'warn' },
  severe: { label: '重度受损', en: 'Severely impaired', wire: 3, tone: 'bad' },
  lost: { label: '完全丧失', en: 'Lost', wire: 4, tone: 'bad' },
});

export const spo2Scales = defineChoices({
  usual: { label: '第一量表（通用）', en: 'Scale 1 (usual)', wire: 1 },
  hypercapnic: { label: '第二量表（高碳酸性呼吸衰竭）', en: 'Scale 2 (hypercapnic failure)', wire: 2, tone: 'warn' },
});

/** What care has to know. */
export const careFields = {
  livingState: dict('living_state', { label: '居住情况', en: 'Living situation', ...care }),
  careLevel: choice(abilityLevels, { label: '能力等级', en: 'Ability level', readonly: true, ...care }),
  disability: dicts('disability', { label: '残疾情况', en: 'Disability', sensitive: 'masked', ...care }),
  crowdTypes: dicts('crowd_group', { label: '重点人群', en: 'Key population', filter: 'in', ...care }),
  allergySummary: text({
    label: '过敏史摘要',
    en: 'Allergies',
    max: 200,
    sensitive: 'masked',
    readonly: true,
    ...care,
  }),
  height: decimal({
    label: '身高',
    en: 'Height',
    example: 158,
    digits: [5, 1],
    min: 40,
    max: 250,
    unit: 'cm',
    ...care,
  }),
  weight: decimal({
    label: '体重',
    en: 'Weight',
    example: 56.5,
    digits: [5, 1],
    min: 2,
    max: 300,
    unit: 'kg',
    ...care,
  }),
  spo2Scale: choice(spo2Scales, {
    label: '血氧评分量表',
    en: 'SpO2 scale of NEWS2',
    default: 'usual',
    hint: '第二量表仅用于医生确认的高碳酸性呼吸衰竭，须填写原因',
    hintEn: 'Scale 2 only for hypercapnic failure confirmed by a doctor, with a reason',
    ...care,
  }),
  spo2ScaleReason: text({ label: '量表原因', en: 'Reason of the scale', max: 200, ...care }),
  earlyWarning: integer({
    label: '早期预警（至少）',
    en: 'Early warning, at least',
    unit: '分',
    size: 'small',
    min: 0,
    max: 20,
    readonly: true,
    hint: 'NEWS2，近12小时读数；缺项按0分计，并非完整评分',
    hintEn: 'NEWS2 of the last 12 hours; missing parts count 0, so the score is not complete',
    ...care,
  }),
} as const;
