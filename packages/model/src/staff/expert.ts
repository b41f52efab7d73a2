import {
  bool,
  choice,
  choices,
  defineChoices,
  defineResource,
  dict,
  file,
  integer,
  money,
  phone,
  ref,
  text,
} from '@kangmai/resource';

export const hospitalLevels = defineChoices({
  A3: { label: '三级甲等', en: 'Grade 3A' },
  B3: { label: '三级乙等', en: 'Grade 3B' },
  A2: { label: '二级甲等', en: 'Grade 2A' },
  B2: { label: '二级乙等', en: 'Grade 2B' },
  first: { label: '一级', en: 'Grade 1', wire: '1' },
});

export const expertServices = defineChoices({
  text: { label: '图文', en: 'Text' },
  phone: { label: '电话', en: 'Phone' },
  video: { label: '视频', en: 'Video' },
  expert: { label: '会诊', en: 'Consultation' },
  outpatient: { label: '门诊', en: 'Outpatient visit' },
});

const contact = { group: '联系与服务', groupEn: 'Contact and services' } as const;

/** An outside doctor whom staff may consult. */
export const expert = defineResource({
  name: 'expert',
  title: '专家资源',
  en: 'Experts',
  scope: 'both',
  permission: 'Pages.Basicplatform.ExpertResources',
  wire: {
    service: 'XYJ_ExpertResources',
    entity: 'XYJ_ExpertResource',
    wrap: true,
    joins: { abpUserName: 'account.fullName' },
    calls: {
      list: 'GetAll',
      edit: 'GetXYJ_ExpertResourceForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetXYJ_ExpertResourcesToExcel',
    },
  },
  fields: {
    name: text({ label: '专家姓名', en: 'Name', example: '陈文博', required: true, max: 30, filter: 'like' }),
    photo: file({ label: '照片', en: 'Photo', accept: 'image' }),
    gender: dict('gender', { label: '性别', en: 'Sex', example: '1' }),
    hospital: text({
      label: '医院',
      en: 'Hospital',
      example: '市第一人民医院',
      required: true,
      max: 100,
      filter: 'like',
    }),
    hospitalLevel: choice(hospitalLevels, { label: '医院等级', en: 'Hospital grade', filter: 'exact' }),
    department: dict('clinic_department', {
      label: '科室',
      en: 'Department',
      example: '03',
      required: true,
      filter: 'exact',
    }),
    title: dict('staff_title', { label: '职称', en: 'Title', example: '231', required: true, filter: 'exact' }),
    goodAt: text({ label: '擅长领域', en: 'Good at', example: '高血压、冠心病', required: true, max: 500, rows: 3 }),
    introduction: text({ label: '简介', en: 'Introduction', as: 'html', max: 20_000 }),
    outpatientTime: text({
      label: '出诊时间',
      en: 'Clinic hours',
      example: '周二上午、周四全天',
      max: 100,
      ...contact,
    }),
    services: choices(expertServices, { label: '可提供服务', en: 'Services', wire: 'serviceKinds', ...contact }),
    fee: money({ label: '每次咨询费', en: 'Fee a consultation', min: 0, ...contact }),
    phone: phone({ label: '联系电话', en: 'Phone', sensitive: 'sealed', ...contact }),
    account: ref('user', { label: '系统账号', en: 'User account', wire: 'abpUserId', ...contact }),
    sortNo: integer({ label: '排序', en: 'Order', default: 0, min: 0, max: 9999, size: 'small' }),
    isValid: bool({ label: '有效', en: 'Valid', default: true, filter: 'exact', wire: 'valid' }),
  },
  list: {
    columns: ['name', 'hospital', 'department', 'title', 'goodAt', 'fee', 'isValid'],
    sort: 'sortNo',
    search: ['name', 'hospital', 'goodAt'],
  },
  display: 'name',
  detail: {},
  excel: { import: true, export: true },
});
