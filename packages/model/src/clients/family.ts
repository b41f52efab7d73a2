import { choice, countOf, defineChoices, defineResource, phone, ref, region, text } from '@kangmai/resource';

export const kitchenVents = defineChoices({
  none: { label: '无', en: 'None', wire: 1 },
  hood: { label: '油烟机', en: 'Hood', wire: 2 },
  fan: { label: '换气扇', en: 'Fan', wire: 3 },
  chimney: { label: '烟囱', en: 'Chimney', wire: 4 },
});

export const familyFuels = defineChoices({
  liquefied: { label: '液化气', en: 'Liquefied gas', wire: 1 },
  coal: { label: '煤', en: 'Coal', wire: 2 },
  natural: { label: '天然气', en: 'Natural gas', wire: 3 },
  biogas: { label: '沼气', en: 'Biogas', wire: 4 },
  wood: { label: '柴火', en: 'Wood', wire: 5 },
  other: { label: '其他', en: 'Other', wire: 6 },
});

export const familyWaters = defineChoices({
  tap: { label: '自来水', en: 'Tap water', wire: 1 },
  filtered: { label: '经净化过滤的水', en: 'Filtered water', wire: 2 },
  well: { label: '井水', en: 'Well', wire: 3 },
  river: { label: '河湖水', en: 'River or lake', wire: 4 },
  pond: { label: '塘水', en: 'Pond', wire: 5 },
  other: { label: '其他', en: 'Other', wire: 6 },
});

export const familyToilets = defineChoices({
  sanitary: { label: '卫生厕所', en: 'Sanitary toilet', wire: 1 },
  septic: { label: '一格或二格粪池式', en: 'Septic tank', wire: 2 },
  closestool: { label: '马桶', en: 'Commode', wire: 3 },
  pit: { label: '露天粪坑', en: 'Open pit', wire: 4 },
  shed: { label: '简易棚厕', en: 'Shed', wire: 5 },
});

export const livestockPens = defineChoices({
  none: { label: '无', en: 'None', wire: 1 },
  apart: { label: '单设', en: 'Apart', wire: 2 },
  indoor: { label: '室内', en: 'Indoors', wire: 3 },
  outdoor: { label: '室外', en: 'Outdoors', wire: 4 },
});

const home = { group: '生活环境', groupEn: 'Living environment' } as const;

/** People who live together; the living environment is that of the national basic public health service norm. */
export const family = defineResource({
  name: 'family',
  title: '家庭档案',
  en: 'Families',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.CorporateAndFamily',
  wire: {
    service: 'XYJ_FamilyInfo',
    entity: 'XYJ_FamilyInfo',
    wrap: true,
    joins: {
      householderName: 'householder.name',
      sex: 'householder.gender',
      age: 'householder.age',
      teamName: 'team.name',
    },
    calls: {
      list: 'GetAll',
      edit: 'GetXYJ_FamilyInfoForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetXYJ_FamilyInfoToExcel',
    },
  },
  fields: {
    familyNo: text({
      label: '家庭编号',
      en: 'Family number',
      required: true,
      readonly: true,
      serial: { prefix: 'JT', period: 'year', digits: 5 },
    }),
    familyName: text({
      label: '家庭名称',
      en: 'Family name',
      example: '王建国家庭',
      required: true,
      max: 60,
      filter: 'like',
    }),
    householder: ref('client', { label: '户主', en: 'Head', required: true, filter: 'exact' }),
    phone: phone({ label: '家庭电话', en: 'Phone', sensitive: 'sealed', filter: 'exact' }),
    team: ref('careTeam', { label: '签约团队', en: 'Signed team', filter: 'exact', wire: 'doctorTeamId' }),
    regionCode: region({ label: '区划', en: 'Region', example: '110105' }),
    address: text({
      label: '家庭地址',
      en: 'Address',
      example: '团结路8号院2号楼3单元501室',
      max: 200,
      sensitive: 'masked',
    }),
    kitchenVent: choice(kitchenVents, { label: '厨房排风设施', en: 'Kitchen ventilation', ...home }),
    fuel: choice(familyFuels, { label: '燃料类型', en: 'Fuel', ...home }),
    water: choice(familyWaters, { label: '饮水', en: 'Drinking water', ...home }),
    toilet: choice(familyToilets, { label: '厕所', en: 'Toilet', ...home }),
    livestock: choice(livestockPens, { label: '禽畜栏', en: 'Livestock pen', ...home }),
    remark: text({ label: '备注', en: 'Remark', max: 200, rows: 3 }),
  },
  unique: [['familyNo']],
  counts: { memberCount: countOf('familyMember', 'family', { label: '成员数', en: 'Members' }) },
  list: {
    columns: ['familyNo', 'familyName', 'householder', 'memberCount', 'phone', 'team', 'address'],
    sort: '-createdAt',
    search: ['familyName', 'familyNo', 'householder'],
  },
  display: 'familyName',
  card: ['familyNo', 'householder', 'phone'],
  detail: { related: ['familyMember'] },
  scopeRule: { linked: { by: 'familyMember', field: 'family', when: {} } },
  excel: { import: true, export: true },
});
