import {
  bool,
  choice,
  defineResource,
  defineStates,
  dict,
  dicts,
  file,
  idCard,
  json,
  move,
  phone,
  text,
} from '@kangmai/resource';
import { weekdays } from '../shared/weekdays.ts';
import { examplePerson } from '../shared/person.ts';

export const volunteerStates = defineStates({
  waiting: { label: '待审核', en: 'To be approved', wire: 0, tone: 'warn' },
  active: { label: '在岗', en: 'Active', wire: 1, tone: 'good' },
  paused: { label: '暂停', en: 'Paused', wire: 2, tone: 'neutral', aside: true },
  left: { label: '退出', en: 'Left', wire: 3, tone: 'neutral' },
});

const service = { group: '服务', groupEn: 'Service' } as const;

/** Who helps clients without pay, with skills and free hours. */
export const volunteer = defineResource({
  name: 'volunteer',
  title: '志愿者管理',
  en: 'Volunteers',
  scope: 'tenant',
  permission: 'Pages.StaffManagement.Volunteer',
  wire: {
    service: 'XYJ_Volunteer',
    entity: 'XYJ_Volunteer',
    wrap: true,
    calls: {
      list: 'GetAll',
      edit: 'GetXYJ_VolunteerForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetXYJ_VolunteersToExcel',
    },
  },
  fields: {
    serviceNo: text({
      label: '志愿者编号',
      en: 'Volunteer number',
      max: 20,
      readonly: true,
      filter: 'exact',
      serial: { prefix: 'V', period: 'year', digits: 4 },
    }),
    name: text({ label: '姓名', en: 'Name', example: examplePerson.name, required: true, max: 30, filter: 'like' }),
    gender: dict('gender', {
      label: '性别',
      en: 'Sex',
      example: examplePerson.gender,
      hint: '留空则按身份证号填写',
      hintEn: 'Taken from the ID number when empty',
    }),
    idNumber: idCard({
      label: '身份证号',
      en: 'ID number',
      example: examplePerson.number,
      required: true,
      unique: true,
      sensitive: 'sealed',
      wire: 'certificate_no',
    }),
    phone: phone({ label: '手机号', en: 'Phone', required: true, sensitive: 'sealed', filter: 'exact' }),
    photo: file({ label: '照片', en: 'Photo', accept: 'image' }),
    organization: text({ label: '所属组织', en: 'Organisation', example: '翠湖社区', max: 60, ...service }),
    skills: dicts('volunteer_skill', {
      label: '服务特长',
      en: 'Skills',
      example: 'chat',
      filter: 'in',
      ...service,
    }),
    freeTime: json({
      label: '可服务时间',
      en: 'Free times in the week',
      rows: {
        weekday: choice(weekdays, { label: '星期', en: 'Weekday', required: true }),
        start: text({ label: '开始', en: 'From', as: 'clock', required: true }),
        end: text({ label: '结束', en: 'To', as: 'clock', required: true }),
      },
      max: 21,
      unique: ['weekday', 'start'],
      ...service,
    }),
    insurance: bool({ label: '已投意外险', en: 'Insured', default: false, ...service }),
    guardianAgreed: bool({
      label: '监护人已同意',
      en: 'Guardian agreed',
      default: false,
      hint: '16至17岁的志愿者须由监护人同意',
      hintEn: 'Needed for volunteers of 16 and 17',
      ...service,
    }),
    state: choice(volunteerStates, {
      label: '状态',
      en: 'State',
      default: 'waiting',
      readonly: true,
      filter: 'exact',
      ...service,
    }),
  },
  unique: [['serviceNo']],
  list: {
    columns: ['serviceNo', 'name', 'gender', 'phone', 'organization', 'skills', 'insurance', 'state'],
    sort: 'serviceNo',
    search: ['serviceNo', 'name', 'phone', 'organization'],
    tabs: 'state',
  },
  display: 'name',
  excel: { import: true, export: true },
  moves: {
    on: 'state',
    approve: move({ label: '审核通过', en: 'Approve', from: ['waiting'], to: 'active', permission: 'Edit' }),
    pause: move({ label: '暂停', en: 'Pause', from: ['active'], to: 'paused', permission: 'Edit' }),
    resume: move({ label: '恢复在岗', en: 'Resume', from: ['paused'], to: 'active', permission: 'Edit' }),
    leave: move({
      label: '登记退出',
      en: 'Record leaving',
      from: ['active', 'paused'],
      to: 'left',
      permission: 'Edit',
      confirm: '退出后不能恢复，确定登记？',
      confirmEn: 'This cannot be taken back. Record it?',
    }),
  },
});
