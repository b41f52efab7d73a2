import { choice, decimal, defineChoices, dict, dicts, region, text } from '@kangmai/resource';

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
} as const;
