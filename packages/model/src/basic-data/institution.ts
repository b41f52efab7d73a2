import { bool, choice, decimal, defineChoices, defineResource, file, integer, ref, text } from '@kangmai/resource';
import { licenceFields } from './licences.ts';

export const institutionKinds = defineChoices({
  hospital: { label: '医院', en: 'Hospital' },
  chc: { label: '社区卫生服务中心', en: 'Community health centre' },
  station: { label: '社区卫生服务站', en: 'Community health station' },
  township: { label: '乡镇卫生院', en: 'Township hospital' },
  examCenter: { label: '体检中心', en: 'Examination centre' },
  nursing: { label: '养老机构', en: 'Nursing home' },
  dayCare: { label: '日间照料中心', en: 'Day care centre' },
  company: { label: '健康管理公司', en: 'Health management company' },
  other: { label: '其他', en: 'Other' },
});

const place = { group: '地址', groupEn: 'Address' } as const;

/** What an organisation unit is to the outside; it heads the printed reports of the unit. */
export const institution = defineResource({
  name: 'institution',
  title: '机构信息',
  en: 'Institutions',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Organization',
  wire: {
    service: 'OrganizationInfos',
    entity: 'OrganizationInfo',
    wrap: true,
    joins: { orgUnitName: 'organizationUnit.displayName' },
    calls: {
      list: 'GetAll',
      edit: 'GetOrganizationInfoForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetOrganizationInfosToExcel',
    },
  },
  fields: {
    organizationUnit: ref('organizationUnit', {
      label: '组织节点',
      en: 'Organisation unit',
      required: true,
      unique: true,
      filter: 'exact',
      wire: 'orgUnitId',
    }),
    name: text({ label: '机构名称', en: 'Name', required: true, max: 100, filter: 'like' }),
    kind: choice(institutionKinds, { label: '机构类型', en: 'Kind', required: true, filter: 'exact', wire: 'orgType' }),
    medicalCode: text({
      label: '医疗机构代码',
      en: 'Medical institution code',
      max: 22,
      unique: true,
      filter: 'exact',
      wire: 'orgCode',
    }),
    creditCode: text({
      label: '统一社会信用代码',
      en: 'Unified social credit code',
      max: 18,
      pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$',
      filter: 'exact',
    }),
    grade: text({ label: '等级', en: 'Level', max: 20, wire: 'level' }),
    head: text({ label: '负责人', en: 'Head', max: 40, wire: 'legalPerson' }),
    phone: text({ label: '联系电话', en: 'Phone', required: true, max: 20 }),
    bedCount: integer({ label: '核定床位', en: 'Licensed beds', min: 0, max: 99_999, unit: '张' }),
    address: text({ label: '地址', en: 'Address', required: true, max: 150, ...place }),
    longitude: decimal({ label: '经度', en: 'Longitude', digits: [10, 6], min: -180, max: 180, ...place }),
    latitude: decimal({ label: '纬度', en: 'Latitude', digits: [9, 6], min: -90, max: 90, ...place }),
    ...licenceFields,
    logo: file({ label: '标志', en: 'Logo', accept: 'image' }),
    introduction: text({ label: '简介', en: 'Introduction', as: 'html', max: 20_000 }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  conditions: { licencesEnd: bool({ label: '证照60天内到期', en: 'A licence ends within 60 days' }) },
  pairs: [['longitude', 'latitude']],
  list: {
    columns: [
      'name',
      'kind',
      'organizationUnit',
      'medicalCode',
      'head',
      'phone',
      'bedCount',
      'licencesEndOn',
      'isEnabled',
    ],
    sort: 'name',
    search: ['name', 'medicalCode', 'creditCode'],
  },
  display: 'name',
  detail: {},
  excel: { import: false, export: true },
});
